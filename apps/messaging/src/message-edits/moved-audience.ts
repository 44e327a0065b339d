import type { MessageAudience, StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { Access } from '../access/access.js';
import { audienceOf } from '../access/message-audience.js';
import type { RealmUsers } from '../projections/realm-users.js';
import { SubscriptionEntity } from '../stream-records/subscription.entity.js';

export interface MovedAudience {
  /** Receivers of the move: former readers that still see the messages, and subscribers of the new stream. */
  readonly audience: MessageAudience;
  /** Former readers that no longer see the messages. */
  readonly lost: MessageAudience;
}

/** Audiences of a move to another stream, after the move. `before`: audience in the old stream. */
export async function movedAudience(
  tx: Transaction,
  access: Access,
  users: RealmUsers,
  before: MessageAudience,
  messageIds: readonly number[],
  from: StreamRecord,
  to: StreamRecord,
): Promise<MovedAudience> {
  const { recipientId, streamId } = to;
  const saw = await usersOf(tx, before);
  const after = await audienceOf(tx, { id: messageIds[0] as number, recipientId, streamId }, to, messageIds);
  const sees = new Set(after.kind === 'users' ? after.userIds : await subscribersOf(tx, streamId));
  if (after.kind === 'stream') {
    const former = [...new Set([...saw, ...(after.alsoUsers?.userIds ?? [])])]
      .map((id) => users.get(id))
      .filter((user) => user !== undefined);
    for (const userId of await access.readersAmong(to, former, tx)) sees.add(userId);
  }
  const userIds = [...sees].sort((a, b) => a - b);
  const lost: MessageAudience = { kind: 'users', userIds: saw.filter((userId) => !sees.has(userId)) };
  if (!to.isPrivate) {
    return { audience: { kind: 'users', userIds, alsoPublicStream: { streamId, exceptUserIds: [] } }, lost };
  }
  // Queues for all public streams had the messages, too.
  return {
    audience: { kind: 'users', userIds },
    lost: from.isPrivate ? lost : { ...lost, alsoPublicStream: { streamId: from.streamId, exceptUserIds: userIds } },
  };
}

async function subscribersOf(tx: Transaction, streamId: number): Promise<number[]> {
  const where = { streamId, isActive: true };
  const rows = await tx
    .getRepository(SubscriptionEntity)
    .find({ select: { userId: true }, where, order: { userId: 'ASC' } });
  return rows.map(({ userId }) => userId);
}

/** Users of an audience. May include guests without access to the stream. */
async function usersOf(tx: Transaction, audience: MessageAudience): Promise<readonly number[]> {
  if (audience.kind === 'users') return audience.userIds;
  return [...(await subscribersOf(tx, audience.streamId)), ...(audience.alsoUsers?.userIds ?? [])];
}
