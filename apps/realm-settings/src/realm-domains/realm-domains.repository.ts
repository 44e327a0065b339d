import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';

/** Writes `realm_domains`. RealmRepository reads the table as part of the realm's row. */
@Injectable()
export class RealmDomainsRepository {
  async save(tx: Transaction, realmId: number, domain: string, allowSubdomains: boolean): Promise<void> {
    await tx.query(
      `INSERT INTO realm_domains (realm_id, domain, allow_subdomains) VALUES ($1, $2, $3)
       ON CONFLICT (realm_id, domain) DO UPDATE SET allow_subdomains = $3`,
      [realmId, domain, allowSubdomains],
    );
  }

  async delete(tx: Transaction, realmId: number, domain: string): Promise<void> {
    await tx.query('DELETE FROM realm_domains WHERE realm_id = $1 AND domain = $2', [realmId, domain]);
  }
}
