import type { DirectoryUser, Stamped, UserGroup } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { ACCOUNT_COLUMNS, type AccountRow, toDirectoryUser } from '../accounts/account.row.js';
import { readGroups } from '../groups/read-groups.js';

/** Every account and group of a realm, of one moment. */
export interface RealmAccounts {
  /** Ascending by id. System bots too. */
  readonly users: readonly DirectoryUser[];
  readonly groups: readonly UserGroup[];
}

/** Realms whose accounts are kept in memory. */
const MAX_REALMS = 100;

/**
 * The realms' accounts, read from the database and kept for as long as nothing changed: whatever changes an account or a group
 * records an event, so the outbox's sequence says whether what was read is still true.
 */
@Injectable()
export class RealmAccountsReader {
  private readonly kept = new Map<number, Stamped<RealmAccounts>>();

  constructor(private readonly database: Database) {}

  get(realmId: number): Promise<Stamped<RealmAccounts>> {
    return this.database.snapshot(realmId, (tx) => this.getIn(tx, realmId)).then(({ state }) => state);
  }

  /** The same, as of a snapshot that is under way. */
  async getIn(tx: Transaction, realmId: number): Promise<Stamped<RealmAccounts>> {
    const [head] = await tx.query<{ sequence: number }>('SELECT sequence FROM outbox_head WHERE realm_id = $1', [
      realmId,
    ]);
    const sequence = head?.sequence ?? 0;
    const kept = this.kept.get(realmId);
    if (kept !== undefined && kept.sequence === sequence) return kept;
    const fresh = { sequence, state: await read(tx, realmId) };
    // A slower snapshot must not replace what a newer one left.
    if (kept === undefined || kept.sequence < sequence) this.keep(realmId, fresh);
    return fresh;
  }

  private keep(realmId: number, accounts: Stamped<RealmAccounts>): void {
    this.kept.delete(realmId);
    this.kept.set(realmId, accounts);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_REALMS) break;
      this.kept.delete(oldest);
    }
  }
}

async function read(tx: Transaction, realmId: number): Promise<RealmAccounts> {
  const rows = await tx.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE realm_id = $1 ORDER BY user_id`,
    [realmId],
  );
  return { users: rows.map(toDirectoryUser), groups: await readGroups(tx, realmId, rows) };
}
