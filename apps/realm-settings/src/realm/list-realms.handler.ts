import { MAX_LISTED_REALMS, type RealmSummary } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { realmUrl } from './realm-address.js';

@Injectable()
export class ListRealmsHandler {
  constructor(
    private readonly database: Database,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {}

  async handle(): Promise<RealmSummary[]> {
    const rows = await this.database.query<Omit<RealmSummary, 'url'>>(
      `SELECT id AS "realmId", str, host, settings->>'name' AS name, is_default AS "isDefault",
              is_deactivated AS "isDeactivated"
       FROM realms ORDER BY id LIMIT $1`,
      [MAX_LISTED_REALMS],
    );
    return rows.map((row) => ({ ...row, url: realmUrl(row, this.installation.externalUrl) }));
  }
}
