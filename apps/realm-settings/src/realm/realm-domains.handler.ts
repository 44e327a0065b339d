import { requireOwner } from '@chat/auth';
import { badRequest, type DeleteRealmDomain, MAX_REALM_DOMAINS, type SaveRealmDomain } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { lockRealm, type RealmRow } from './realm-row.js';
import { saveRealm } from './save-realm.js';

@Injectable()
export class RealmDomainsHandler {
  constructor(
    private readonly database: Database,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {}

  async save({ actor, domain: text, allowSubdomains, mode }: SaveRealmDomain): Promise<Record<string, never>> {
    requireOwner(actor);
    const domain = text.trim().toLowerCase();
    const fault = mode === 'create' ? domainFault(domain) : undefined;
    if (fault !== undefined) throw badRequest(`Invalid domain: ${fault}`);
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
        return withoutEmptyRestriction((await lockRealm(tx, actor.realmId)) ?? row);
      }),
    );
    return {};
  }
}

/** With the last domain the restriction to domains goes: nobody could join. */
const withoutEmptyRestriction = (row: RealmRow): RealmRow =>
  row.domains.length > 0 || row.settings.emailsRestrictedToDomains !== true
    ? row
    : { ...row, settings: { ...row.settings, emailsRestrictedToDomains: false } };

/** What is wrong with a new domain, in lower case. Source: public behaviour. */
function domainFault(domain: string): string | undefined {
  if (domain === '') return "Domain can't be empty.";
  if (!domain.includes('.')) return 'Domain must have at least one dot (.)';
  if (domain.startsWith('.') || domain.endsWith('.')) return 'Domain cannot start or end with a dot (.)';
  for (const label of domain.split('.')) {
    if (label === '') return "Consecutive '.' are not allowed.";
    if (label.startsWith('-') || label.endsWith('-')) return "Subdomains cannot start or end with a '-'.";
    if (!/^[a-z0-9-]+$/.test(label)) return "Domain can only have letters, numbers, '.' and '-'s.";
  }
  return undefined;
}
