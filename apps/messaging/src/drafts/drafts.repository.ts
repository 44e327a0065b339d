import { type Draft, MAX_DRAFTS_IN_REGISTER, type Principal } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { Queryable } from '../access/access.js';
import type { CheckedDraft } from './draft-rules.js';

const COLUMNS = 'id, type, to_ids AS "to", topic, content, edited_at AS timestamp';

/** The user's drafts, oldest edit first. */
export const selectDrafts = (queryable: Queryable, userId: number): Promise<Draft[]> =>
  queryable.query<Draft>(`SELECT ${COLUMNS} FROM drafts WHERE user_id = $1 ORDER BY edited_at, id`, [userId]);

/** For the register response: newest edit first, and no more than it shows. */
export const selectNewestDrafts = (queryable: Queryable, userId: number): Promise<Draft[]> =>
  queryable.queryPrepared<Draft>(
    `SELECT ${COLUMNS} FROM drafts WHERE user_id = $1 ORDER BY edited_at DESC, id DESC LIMIT $2`,
    [userId, MAX_DRAFTS_IN_REGISTER],
  );

/** One user's drafts change one request at a time: the bound holds, and none slips in while all are deleted. */
export async function lockDrafts(tx: Transaction, userId: number): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('drafts:' || $1::text, 0))`, [userId]);
}

export async function countDrafts(tx: Transaction, userId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>('SELECT count(*)::int AS count FROM drafts WHERE user_id = $1', [
    userId,
  ]);
  return row?.count ?? 0;
}

/** Stores drafts; their ids rise in the order given. */
export async function insertDrafts(
  tx: Transaction,
  { realmId, userId }: Pick<Principal, 'realmId' | 'userId'>,
  drafts: readonly CheckedDraft[],
  usersSequence: number,
): Promise<Draft[]> {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO drafts (realm_id, user_id, users_sequence, type, to_ids, topic, content, edited_at)
     SELECT $1, $2, $4, d.type, ARRAY(SELECT jsonb_array_elements_text(d."to")::bigint), d.topic, d.content, d.timestamp
     FROM ROWS FROM (jsonb_to_recordset($3) AS (type text, "to" jsonb, topic text, content text, timestamp bigint))
       WITH ORDINALITY AS d (type, "to", topic, content, timestamp, place)
     ORDER BY d.place RETURNING id`,
    [realmId, userId, JSON.stringify(drafts), usersSequence],
  );
  const ids = rows.map((row) => row.id).sort((a, b) => a - b);
  return drafts.map((draft, place) => ({ id: ids[place] as number, ...draft }));
}

export const hasDraft = async (queryable: Queryable, userId: number, draftId: number): Promise<boolean> =>
  (await queryable.query('SELECT 1 FROM drafts WHERE id = $1 AND user_id = $2', [draftId, userId])).length > 0;

/** Replaces a draft of the user; false when there is none. */
export async function updateDraft(
  tx: Transaction,
  userId: number,
  draftId: number,
  draft: CheckedDraft,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE drafts SET type = $3, to_ids = $4, topic = $5, content = $6, edited_at = $7
     WHERE id = $1 AND user_id = $2 RETURNING id`,
    [draftId, userId, draft.type, draft.to, draft.topic, draft.content, draft.timestamp],
  );
  return rows.length > 0;
}

/** The event of the users service by which the user's drafts were switched off the last time; 0 when never. */
export async function switchedOffAt(tx: Transaction, userId: number): Promise<number> {
  const [row] = await tx.query<{ sequence: number }>(
    'SELECT users_sequence AS sequence FROM drafts_switched_off WHERE user_id = $1',
    [userId],
  );
  return row?.sequence ?? 0;
}

/** Deletes what was stored before that event of the users service, and remembers it. */
export async function deleteDraftsBefore(tx: Transaction, userId: number, usersSequence: number): Promise<void> {
  await tx.query(
    `INSERT INTO drafts_switched_off AS s (user_id, users_sequence) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET users_sequence = greatest(s.users_sequence, excluded.users_sequence)`,
    [userId, usersSequence],
  );
  await tx.query('DELETE FROM drafts WHERE user_id = $1 AND users_sequence < $2', [userId, usersSequence]);
}

/** Deletes a draft of the user; false when there is none. */
export async function deleteDraft(tx: Transaction, userId: number, draftId: number): Promise<boolean> {
  const rows = await tx.query('DELETE FROM drafts WHERE id = $1 AND user_id = $2 RETURNING id', [draftId, userId]);
  return rows.length > 0;
}
