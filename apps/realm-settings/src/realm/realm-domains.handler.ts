import { requireOwner } from '@chat/auth';
import { badRequest, type DeleteRealmDomain, MAX_REALM_DOMAINS, type SaveRealmDomain } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { lockRealm } from './realm-row.js';
import { saveRealm } from './save-realm.js';

const DOMAIN = /^(?=.{3,80}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

@Injectable()
export class RealmDomainsHandler {
  constructor(
    private readonly database: Database,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {}

  async save({ actor, domain: text, allowSubdomains, mode }: SaveRealmDomain): Promise<Record<string, never>> {
    requireOwner(actor);
    const domain = text.trim().toLowerCase();
    if (mode === 'create' && !DOMAIN.test(domain)) throw badRequest(`Invalid domain: ${text}`);
    return this.change(actor, async (tx, known) => {
      const isKnown = known.includes(domain);
      if (mode === 'create' && isKnown) {
        throw badRequest(`The domain ${domain} is already a part of your organization.`);
      }
      if (mode === 'update' && !isKnown) throw badRequest(`No entry found for domain ${domain}.`);
      if (!isKnown && known.length >= MAX_REALM_DOMAINS) throw badRequest('Too many domains.');
      await tx.query(
        `INSERT INTO realm_domains (realm_id, domain, allow_subdomains) VALUES ($1, $2, $3)
         ON CONFLICT (realm_id, domain) DO UPDATE SET allow_subdomains = $3`,
        [actor.realmId, domain, allowSubdomains],
      );
    });
  }

  async delete({ actor, domain: text }: DeleteRealmDomain): Promise<Record<string, never>> {
    requireOwner(actor);
    const domain = text.trim().toLowerCase();
    return this.change(actor, async (tx, known) => {
      if (!known.includes(domain)) throw badRequest(`No entry found for domain ${domain}.`);
      await tx.query('DELETE FROM realm_domains WHERE realm_id = $1 AND domain = $2', [actor.realmId, domain]);
    });
  }

  private async change(
    actor: { readonly realmId: number; readonly userId: number },
    write: (tx: Transaction, known: readonly string[]) => Promise<void>,
  ): Promise<Record<string, never>> {
    await this.database.transaction((tx) =>
      saveRealm(tx, actor.realmId, actor.userId, this.installation, async (row) => {
        await write(
          tx,
          row.domains.map(({ domain }) => domain),
        );
        return (await lockRealm(tx, actor.realmId)) ?? row;
      }),
    );
    return {};
  }
}
