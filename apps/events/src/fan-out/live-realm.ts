import { isGuest } from '@chat/contracts';
import { KeyedQueues } from './keyed-queues.js';
import type { LiveQueue } from './live-queue.js';
import { type LiveUser, type PublicStreams, publicStreamsField, userField } from './live-user.js';

/** Changed states of a shard: new text by field, "" for a removed state. */
export type ChangedStates = Map<string, string>;

/** The users of one realm with live queues in one shard, by id and by stream. */
export class LiveRealm {
  readonly users = new Map<number, LiveUser>();
  readonly allPublicQueues = new Set<LiveQueue>();
  readonly allPublicMessageQueues = new KeyedQueues();
  /** Undefined while `allPublicQueues` is empty. */
  publicStreams: PublicStreams | undefined;
  private readonly subscribers = new Map<number, Set<LiveUser>>();

  constructor(readonly realmId: number) {}

  /** Adds the user of the queue, too. */
  addQueue(queue: LiveQueue): void {
    const { user } = queue;
    user.add(queue);
    if (queue.allPublicStreams) {
      this.allPublicQueues.add(queue);
      this.allPublicMessageQueues.add(queue);
    }
    if (this.users.has(user.state.userId)) return;
    this.users.set(user.state.userId, user);
    for (const streamId of user.state.streamIds) this.index(streamId, user);
  }

  removeQueue(queue: LiveQueue, changed: ChangedStates): void {
    const { user } = queue;
    user.remove(queue);
    this.allPublicMessageQueues.delete(queue);
    if (this.allPublicQueues.delete(queue) && this.allPublicQueues.size === 0) {
      this.publicStreams = undefined;
      changed.set(publicStreamsField(this.realmId), '');
    }
    if (user.queues.size > 0) return;
    this.users.delete(user.state.userId);
    for (const streamId of user.state.streamIds) this.unindex(streamId, user);
    changed.set(userField(user.state.userId), '');
  }

  subscribersOf(streamId: number): Iterable<LiveUser> {
    return this.subscribers.get(streamId) ?? [];
  }

  isPublic(streamId: number): boolean {
    return this.publicStreams?.streamIds.has(streamId) ?? false;
  }

  /** Queues that follow all public streams, of users that are not subscribed to this one. A user that became a guest gets none. */
  *queuesOfUnsubscribed(streamId: number, among: Iterable<LiveQueue> = this.allPublicQueues): Iterable<LiveQueue> {
    if (!this.isPublic(streamId)) return;
    for (const queue of among) {
      const { role, streamIds } = queue.user.state;
      if (!streamIds.has(streamId) && !isGuest(role)) yield queue;
    }
  }

  setSubscribed(user: LiveUser, streamId: number, isSubscribed: boolean): void {
    if (isSubscribed) {
      user.state.streamIds.add(streamId);
      this.index(streamId, user);
    } else {
      user.state.streamIds.delete(streamId);
      this.unindex(streamId, user);
    }
  }

  private index(streamId: number, user: LiveUser): void {
    const users = this.subscribers.get(streamId);
    if (users) users.add(user);
    else this.subscribers.set(streamId, new Set([user]));
  }

  private unindex(streamId: number, user: LiveUser): void {
    const users = this.subscribers.get(streamId);
    if (users?.delete(user) && users.size === 0) this.subscribers.delete(streamId);
  }
}
