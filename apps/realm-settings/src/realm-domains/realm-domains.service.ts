import { badRequest, MAX_REALM_DOMAINS, type Principal, type RealmDomain } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { RealmDomainEntity } from '../realm/realm.entity.js';
import { RealmRepository, type RealmRow } from '../realm/realm.repository.js';

@Injectable()
export class RealmDomainsService {
  constructor(private readonly realms: RealmRepository) {}

  async create(actor: Principal, { domain, allowSubdomains }: RealmDomain) {
    const fault = domainFault(domain);
    if (fault !== undefined) throw badRequest(`Invalid domain: ${fault}`);
    await this.change(actor, async (tx, existing) => {
      if (existing.includes(domain)) throw badRequest(`The domain ${domain} is already a part of your organization.`);
      if (existing.length >= MAX_REALM_DOMAINS) throw badRequest('Too many domains.');
      await save(tx, { realmId: actor.realmId, domain, allowSubdomains });
    });
    return { newDomain: [domain, allowSubdomains] as const };
  }

  update(actor: Principal, { domain, allowSubdomains }: RealmDomain): Promise<void> {
    return this.change(actor, async (tx, existing) => {
      requireDomain(existing, domain);
      await save(tx, { realmId: actor.realmId, domain, allowSubdomains });
    });
  }

  delete(actor: Principal, domain: string): Promise<void> {
    return this.change(actor, async (tx, existing) => {
      requireDomain(existing, domain);
      await tx.getRepository(RealmDomainEntity).delete({ realmId: actor.realmId, domain });
    });
  }

  private async change(
    { realmId, userId }: Principal,
    write: (tx: Transaction, existing: readonly string[]) => Promise<void>,
  ): Promise<void> {
    await this.realms.change(realmId, userId, async (row, tx) => {
      const existing = row.domains.map(({ domain }) => domain);
      await write(tx, existing);
      return withoutEmptyRestriction(await this.realms.get(tx, realmId));
    });
  }
}

async function save(tx: Transaction, row: RealmDomainEntity): Promise<void> {
  await tx.getRepository(RealmDomainEntity).upsert(row, ['realmId', 'domain']);
}

function requireDomain(existing: readonly string[], domain: string): void {
  if (!existing.includes(domain)) throw badRequest(`No entry found for domain ${domain}.`);
}

/** Lifts the restriction to domains with the last domain: otherwise no address could join. */
const withoutEmptyRestriction = (row: RealmRow): RealmRow =>
  row.domains.length > 0 || row.settings.emailsRestrictedToDomains !== true
    ? row
    : { ...row, settings: { ...row.settings, emailsRestrictedToDomains: false } };

/** Returns the fault of a new domain in lower case, or undefined. Source: public behaviour. */
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
