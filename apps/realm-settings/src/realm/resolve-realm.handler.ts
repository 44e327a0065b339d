import { ApiError, type ResolvedRealm, type ResolveRealm } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { subdomainOf } from './realm-address.js';

/** A realm's own host wins over its subdomain, and either over the default realm. */
const FIND = `
  SELECT id AS "realmId", is_deactivated AS "isDeactivated" FROM realms
  WHERE host = $1 OR str = $2 OR is_default
  ORDER BY (host = $1) IS TRUE DESC, (str = $2) IS TRUE DESC LIMIT 1`;

@Injectable()
export class ResolveRealmHandler {
  constructor(
    private readonly database: Database,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {}

  async handle({ host }: ResolveRealm): Promise<ResolvedRealm> {
    const str = subdomainOf(host, this.installation.externalUrl) ?? null;
    const [realm] = await this.database.query<{ realmId: number; isDeactivated: boolean }>(FIND, [host, str]);
    if (!realm) throw new ApiError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain', 404);
    return realm;
  }
}
