import { requireAdministrator } from '@chat/auth';
import {
  badRequest,
  DropUnfitProfileValues,
  type Principal,
  type ProfileFieldRecord,
  ProfileFieldsChanged,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { AfterCommit } from '@chat/runtime';
import { Injectable } from '@nestjs/common';
import { lockRealm, type RealmRow } from '../realm/realm-row.js';
import { readProfileFields } from './profile-field-rows.js';

type Change<Result> = (tx: Transaction, fields: readonly ProfileFieldRecord[], realm: RealmRow) => Promise<Result>;

@Injectable()
export class ProfileFieldChanges {
  constructor(
    private readonly database: Database,
    private readonly afterCommit: AfterCommit,
  ) {}

  /**
   * Runs one change of a realm's fields: for administrators, one at a time per realm (so that limits over all fields hold),
   * told as one event unless nothing is different.
   */
  async run<Result>(actor: Principal, change: Change<Result>): Promise<Result> {
    requireAdministrator(actor);
    const { realmId } = actor;
    const { result, previous, fields } = await this.database.transaction(async (tx) => {
      const realm = await lockRealm(tx, realmId);
      if (!realm) throw badRequest('Invalid realm');
      const previous = await readProfileFields(tx, realmId);
      const result = await change(tx, previous, realm);
      const fields = await readProfileFields(tx, realmId);
      if (JSON.stringify(fields) !== JSON.stringify(previous)) {
        tx.record(realmId, ProfileFieldsChanged.of({ fields, previous, actorId: actor.userId }));
      }
      return { result, previous, fields };
    });
    if (mayLeaveUnfitValues(previous, fields))
      await this.afterCommit.ask(DropUnfitProfileValues, { realmId, previous });
    return result;
  }
}

/** Whether a field is gone, or has other choices. */
function mayLeaveUnfitValues(before: readonly ProfileFieldRecord[], now: readonly ProfileFieldRecord[]): boolean {
  const dataOf = new Map(now.map(({ id, fieldData }) => [id, fieldData]));
  return before.some(({ id, fieldData }) => dataOf.get(id) !== fieldData);
}
