import { SessionsEnded } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { type FindOptionsWhere, In, Not } from 'typeorm';
import { endPendingSignIns } from '../pending-sign-ins/pending-sign-ins.repository.js';
import { SessionEndsEntity, SessionEntity } from './sessions.entity.js';

interface SessionOwner {
  readonly realmId: number;
  readonly userId: number;
}

/** Ends the sessions and device keys of the user with these properties, and records it. Returns their number. */
export async function endSessions(
  tx: Transaction,
  { realmId, userId }: SessionOwner,
  which: FindOptionsWhere<SessionEntity> = {},
): Promise<number> {
  const sessions = tx.getRepository(SessionEntity);
  const ended = await sessions.find({
    select: { sessionId: true },
    where: { ...which, realmId, userId },
    order: { sessionId: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  if (ended.length === 0) return 0;
  const sessionIds = ended.map(({ sessionId }) => sessionId);
  await sessions.delete({ sessionId: In(sessionIds) });
  tx.record(realmId, SessionsEnded.of({ userId, sessionIds }));
  return sessionIds.length;
}

/** Ends all sessions and device keys of a locked account, but one, which may be absent, and its sign-ins under way. */
export async function endAllSessions(tx: Transaction, owner: SessionOwner, exceptSessionId?: number): Promise<void> {
  await endSessions(tx, owner, exceptSessionId === undefined ? {} : { sessionId: Not(exceptSessionId) });
  await endWaitingSignIns(tx, owner.userId);
}

/** Ends sign-ins that wait for a second factor, or for the last step of a desktop app, which compares `countEnds`. */
export async function endWaitingSignIns(tx: Transaction, userId: number): Promise<void> {
  await endPendingSignIns(tx, userId);
  await tx.query(
    `INSERT INTO session_ends (user_id, ends) VALUES ($1, 1)
     ON CONFLICT (user_id) DO UPDATE SET ends = session_ends.ends + 1`,
    [userId],
  );
}

/** Changes with each end. A sign-in in steps stores it at its first step and refuses another value at its last. */
export async function countEnds(tx: Transaction, userId: number): Promise<number> {
  return (await tx.getRepository(SessionEndsEntity).findOneBy({ userId }))?.ends ?? 0;
}

export const deviceKeys: FindOptionsWhere<SessionEntity> = { kind: 'mobile' };
