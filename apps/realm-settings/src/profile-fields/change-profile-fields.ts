import { requireAdministrator } from '@chat/auth';
import { badRequest, type Principal, type ProfileFieldRecord, ProfileFieldsChanged } from '@chat/contracts';
import type { Database, Transaction } from '@chat/persistence';
import { lockRealm, type RealmRow } from '../realm/realm-row.js';
import { readProfileFields } from './profile-field-rows.js';

/**
 * Runs one change of a realm's fields: for administrators, one at a time per realm (so that limits over all fields hold),
 * told as one event unless nothing is different.
 */
export function changeProfileFields<Result>(
  database: Database,
  actor: Principal,
  change: (tx: Transaction, fields: readonly ProfileFieldRecord[], realm: RealmRow) => Promise<Result>,
): Promise<Result> {
  requireAdministrator(actor);
  return database.transaction(async (tx) => {
    const realm = await lockRealm(tx, actor.realmId);
    if (!realm) throw badRequest('Invalid realm');
    const previous = await readProfileFields(tx, actor.realmId);
    const result = await change(tx, previous, realm);
    const fields = await readProfileFields(tx, actor.realmId);
    if (JSON.stringify(fields) !== JSON.stringify(previous)) {
      tx.record(actor.realmId, ProfileFieldsChanged.of({ fields, previous, actorId: actor.userId }));
    }
    return result;
  });
}
