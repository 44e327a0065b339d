import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { RealmDomainEntity } from '../realm/realm.entity.js';

/** Writes `realm_domains`. RealmRepository reads the table as part of the realm's row. */
@Injectable()
export class RealmDomainsRepository {
  async save(tx: Transaction, realmId: number, domain: string, allowSubdomains: boolean): Promise<void> {
    await tx.getRepository(RealmDomainEntity).upsert({ realmId, domain, allowSubdomains }, ['realmId', 'domain']);
  }

  async delete(tx: Transaction, realmId: number, domain: string): Promise<void> {
    await tx.getRepository(RealmDomainEntity).delete({ realmId, domain });
  }
}
