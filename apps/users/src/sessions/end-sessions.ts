import { SessionsEnded } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { type FindOptionsWhere, In, Not } from 'typeorm';
import { SessionEntity } from './sessions.entity.js';

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

/** All sessions and device keys but one, which may be absent. */
export const allBut = (sessionId: number | undefined): FindOptionsWhere<SessionEntity> =>
  sessionId === undefined ? {} : { sessionId: Not(sessionId) };

export const deviceKeys: FindOptionsWhere<SessionEntity> = { kind: 'mobile' };
