import { type Draft, MAX_DRAFTS_IN_REGISTER, type Principal } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { LessThan } from 'typeorm';
import type { Queryable } from '../access/access.js';
import type { CheckedDraft } from './draft-rules.js';
import { DraftEntity, DraftsSwitchedOffEntity } from './drafts.entity.js';

/** The user's drafts, oldest edit first. */
export const selectDrafts = (queryable: Queryable, userId: number): Promise<Draft[]> =>
  queryable.getRepository(DraftEntity).find({
    select: { id: true, type: true, to: true, topic: true, content: true, timestamp: true },
    where: { userId },
    order: { timestamp: 'ASC', id: 'ASC' },
  });

/** For the register response, a hot path: newest edit first, and no more than it shows. */
export const selectNewestDrafts = (queryable: Queryable, userId: number): Promise<Draft[]> =>
  queryable.queryPrepared<Draft>(
    `SELECT id, type, to_ids AS "to", topic, content, edited_at AS timestamp FROM drafts
     WHERE user_id = $1 ORDER BY edited_at DESC, id DESC LIMIT $2`,
    [userId, MAX_DRAFTS_IN_REGISTER],
  );

/** One user's drafts change one request at a time: the bound holds, and none slips in while all are deleted. */
export async function lockDrafts(tx: Transaction, userId: number): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('drafts:' || $1::text, 0))`, [userId]);
}

export const countDrafts = (tx: Transaction, userId: number): Promise<number> =>
  tx.getRepository(DraftEntity).countBy({ userId });

/** Stores drafts; their ids rise in the order given. */
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

export const hasDraft = (queryable: Queryable, userId: number, id: number): Promise<boolean> =>
  queryable.getRepository(DraftEntity).existsBy({ id, userId });

/** Replaces a draft of the user; false when there is none. */
export async function updateDraft(tx: Transaction, userId: number, id: number, draft: CheckedDraft): Promise<boolean> {
  return (await tx.getRepository(DraftEntity).update({ id, userId }, draft)).affected === 1;
}

/** The event of the users service by which the user's drafts were switched off the last time; 0 when never. */
export async function switchedOffAt(tx: Transaction, userId: number): Promise<number> {
  return (await tx.getRepository(DraftsSwitchedOffEntity).findOneBy({ userId }))?.usersSequence ?? 0;
}

/** Deletes what was stored before that event of the users service, and remembers it. Raw SQL: the greater number stays. */
export async function deleteDraftsBefore(tx: Transaction, userId: number, usersSequence: number): Promise<void> {
  await tx.query(
    `INSERT INTO drafts_switched_off AS s (user_id, users_sequence) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET users_sequence = greatest(s.users_sequence, excluded.users_sequence)`,
    [userId, usersSequence],
  );
  await tx.getRepository(DraftEntity).delete({ userId, usersSequence: LessThan(usersSequence) });
}

/** Deletes a draft of the user; false when there is none. */
export async function deleteDraft(tx: Transaction, userId: number, id: number): Promise<boolean> {
  return (await tx.getRepository(DraftEntity).delete({ id, userId })).affected === 1;
}
