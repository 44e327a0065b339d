import { type Draft, MAX_DRAFTS_IN_REGISTER, type Principal } from '@chat/contracts';
import { lockByName, type Queryable, selectedColumns, type Transaction } from '@chat/persistence';
import { LessThan } from 'typeorm';
import { recordHolds } from '../file-claims/change-holds.js';
import type { CheckedDraft } from './draft-rules.js';
import { DraftEntity, DraftsSwitchedOffEntity } from './drafts.entity.js';

const COLUMNS = selectedColumns(DraftEntity, 'd', ['realmId', 'userId', 'storedAt', 'usersSequence']);

/** The newest drafts, newest edit first. Raw SQL: a hot path of the register response. */
export const selectNewestDrafts = (queryable: Queryable, userId: number): Promise<Draft[]> =>
  queryable.queryPrepared<Draft>(
    `SELECT ${COLUMNS} FROM drafts AS d WHERE d.user_id = $1 ORDER BY d.edited_at DESC, d.id DESC LIMIT $2`,
    [userId, MAX_DRAFTS_IN_REGISTER],
  );

/** Serializes changes of a user's drafts, so that the limit holds and no draft is added while all are deleted. */
export async function lockDrafts(tx: Transaction, userId: number): Promise<void> {
  await lockByName(tx, `drafts:${userId}`);
}

/** Inserts drafts with ascending ids. */
export async function insertDrafts(
  tx: Transaction,
  { realmId, userId }: Pick<Principal, 'realmId' | 'userId'>,
  drafts: readonly CheckedDraft[],
  usersSequence: number,
): Promise<Draft[]> {
  const rows = drafts.map((draft) => ({ ...draft, realmId, userId, usersSequence }));
  const { identifiers } = await tx.getRepository(DraftEntity).insert(rows);
  return drafts.map((draft, place) => ({ id: identifiers[place]?.['id'], ...draft }));
}

/** Sequence of the last event of the users service that switched the user's drafts off; 0 if there is none. */
export async function switchedOffAt(tx: Transaction, userId: number): Promise<number> {
  return (await tx.getRepository(DraftsSwitchedOffEntity).findOneBy({ userId }))?.usersSequence ?? 0;
}

/** Deletes drafts stored before the event and remembers its sequence. Raw SQL: the greater of two sequences stays. */
export async function deleteDraftsBefore(
  tx: Transaction,
  { realmId, userId }: Pick<Principal, 'realmId' | 'userId'>,
  usersSequence: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO drafts_switched_off AS s (user_id, users_sequence) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET users_sequence = greatest(s.users_sequence, excluded.users_sequence)`,
    [userId, usersSequence],
  );
  const released = await tx.query<{ fileId: number }>(
    `DELETE FROM file_holds h USING drafts d
     WHERE h.holder = 'draft' AND h.holder_id = d.id AND d.user_id = $1 AND d.users_sequence < $2
     RETURNING h.file_id AS "fileId"`,
    [userId, usersSequence],
  );
  await tx.getRepository(DraftEntity).delete({ userId, usersSequence: LessThan(usersSequence) });
  await recordHolds(tx, realmId, released);
}
