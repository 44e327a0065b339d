import { randomBytes } from 'node:crypto';
import { badRequest, type EventQueueOptions, isGuest, type Principal, UserUpdated } from '@chat/contracts';
import { isAtLeast, parseLogPosition, partitionOf } from '@chat/event-log';
import { parseQueueNarrow } from '@chat/narrow';
import type { UserState } from '../fan-out/live-user.js';
import type { QueueStore } from '../queues/queue-store.js';
import type { LogFollower } from '../shards/log-follower.js';
import type { Shard } from '../shards/shard.js';

/** What decides what a user is shown, beside subscriptions. */
export type ReaderState = Pick<UserState, 'role' | 'botOwnerId'>;

/** Throws BAD_REQUEST or BAD_NARROW. */
export function checkOptions(actor: Principal, options: EventQueueOptions): void {
  parseQueueNarrow(options.narrow);
  if (options.allPublicStreams && isGuest(actor.role)) throw badRequest('User not authorized for this query');
}

export const newQueueId = (shard: Shard): string => `${shard.number}-${randomBytes(16).toString('hex')}`;

/** One more than a user may have ends the one that was fetched from least recently. */
export async function makeRoom(
  shard: Shard,
  store: QueueStore,
  { realmId, userId }: Principal,
  maxQueues: number,
): Promise<void> {
  const queueIds = shard.queues.idsOf(realmId, userId);
  if (queueIds.length < maxQueues) return;
  const stalest = await store.leastActive(shard.number, queueIds);
  if (stalest !== undefined) await shard.drop([stalest]);
}

/** The actor is as of `asOf` or later; what changed from there to `position` is applied. */
export async function readerAt(
  follower: LogFollower,
  actor: Principal,
  asOf: string,
  position: string,
): Promise<ReaderState> {
  let reader = { role: actor.role, botOwnerId: actor.botOwnerId ?? null };
  if (isAtLeast(parseLogPosition(asOf), parseLogPosition(position))) return reader;
  const events = await follower.readStateEventsBetween(partitionOf(actor.realmId), asOf, position);
  for (const event of events) {
    if (!UserUpdated.matches(event) || event.realmId !== actor.realmId) continue;
    const { userId, user } = event.payload;
    if (userId === actor.userId && user) reader = { role: user.role, botOwnerId: user.botOwnerId };
  }
  return reader;
}

export const userState = (
  { userId, realmId, isBot }: Principal,
  reader: ReaderState,
  streamIds: Iterable<number>,
  messagingSequence: number,
): UserState => ({
  userId,
  realmId,
  isBot,
  ...reader,
  roleInSight: reader.role,
  streamIds: new Set(streamIds),
  messagingSequence,
});
