import type { MessageAudience, StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { Access } from '../access/access.js';
import { audienceOf } from '../access/message-audience.js';
import { recordDeleted } from '../messages/record-events.js';
import type { RealmUsers } from '../projections/realm-users.js';

/** Subscribers of a stream. */
async function subscribersOf(tx: Transaction, streamId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    'SELECT user_id AS id FROM subscriptions WHERE stream_id = $1 AND is_active ORDER BY user_id',
    [streamId],
  );
  return rows.map((row) => row.id);
}

/** Users of an audience. It may include guests who do not see the stream. */
async function reached(tx: Transaction, audience: MessageAudience): Promise<number[]> {
  if (audience.kind === 'users') return [...audience.userIds];
  return [...(await subscribersOf(tx, audience.streamId)), ...(audience.alsoUsers?.userIds ?? [])];
}

export interface MovedAudience {
  /** Receivers of the move: users who saw the messages and still see them, and subscribers of the new stream. */
  readonly audience: MessageAudience;
  /** Users who saw the messages and no longer see them. */
  readonly lost: MessageAudience;
}

/** Audiences of a move to another stream. `messages`: all moved messages in their new place. */
export async function movedAudience(
  tx: Transaction,
  access: Access,
  users: RealmUsers,
  before: MessageAudience,
  messages: { readonly ids: readonly number[]; readonly recipientId: number },
  from: StreamRecord,
  to: StreamRecord,
): Promise<MovedAudience> {
  const saw = await reached(tx, before);
  const [id = 0] = messages.ids;
  const after = await audienceOf(
    tx,
    { id, recipientId: messages.recipientId, streamId: to.streamId },
    to,
    messages.ids,
  );
  const now = after.kind === 'users' ? [...after.userIds] : await subscribersOf(tx, to.streamId);
  const former = after.kind === 'stream' ? (after.alsoUsers?.userIds ?? []) : [];
  const candidates = [...new Set([...saw, ...former])].map((id) => users.get(id)).filter((user) => user !== undefined);
  // With protected history only witnesses see old messages; otherwise all readers of the stream.
  const stillSee =
    after.kind === 'users'
      ? saw.filter((id) => now.includes(id))
      : await access.readersAmong(
          to,
          candidates.map((user) => ({ userId: user?.userId as number, role: user?.role as 400 })),
          tx,
        );
  const sees = new Set([...stillSee, ...now]);
  const userIds = [...sees].sort((a, b) => a - b);
  const lost: MessageAudience = { kind: 'users', userIds: saw.filter((each) => !sees.has(each)) };
  if (!to.isPrivate) {
    return {
      audience: { kind: 'users', userIds, alsoPublicStream: { streamId: to.streamId, exceptUserIds: [] } },
      lost,
    };
  }
  // Queues for all public streams had the messages, too.
  return {
    audience: { kind: 'users', userIds },
    lost: from.isPrivate ? lost : { ...lost, alsoPublicStream: { streamId: from.streamId, exceptUserIds: userIds } },
  };
}

/** Records a deletion for the users who no longer see the messages. */
export function recordLost(
  tx: Transaction,
  realmId: number,
  messageIds: readonly number[],
  audience: MessageAudience,
  { streamId }: StreamRecord,
  topic: string,
): void {
  if (audience.kind === 'users' && audience.userIds.length === 0 && !audience.alsoPublicStream) return;
  recordDeleted(tx, realmId, { messageIds, stream: { streamId, topic }, audience });
}
