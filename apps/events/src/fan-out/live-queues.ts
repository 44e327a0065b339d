import { isGuest } from '@chat/contracts';
import { partitionOf } from '@chat/event-log';
import { KeyedQueues, LiveQueue, type QueueMeta } from './live-queue.js';
import { LiveUser, type PublicStreams, publicStreamsField, type UserState, userField } from './live-user.js';

/** The live queues of a shard, by their realms and users. */
export class LiveQueues {
  private readonly queues = new Map<string, LiveQueue>();
  private readonly realms = new Map<number, LiveRealm>();

  get size(): number {
    return this.queues.size;
  }

  has(queueId: string): boolean {
    return this.queues.has(queueId);
  }

  ids(): string[] {
    return [...this.queues.keys()];
  }

  idsIn(partition: number): string[] {
    const queues = [...this.queues.values()].filter(({ user }) => partitionOf(user.state.realmId) === partition);
    return queues.map(({ queueId }) => queueId);
  }

  /** The queues that clients of the user poll. */
  polledIdsOf(realmId: number, userId: number): string[] {
    const queues = this.realm(realmId)?.users.get(userId)?.queues ?? [];
    return [...queues].filter(({ isForWebhook }) => !isForWebhook).map(({ queueId }) => queueId);
  }

  allRealms(): Iterable<LiveRealm> {
    return this.realms.values();
  }

  /** Undefined if no user of the realm has a queue in this shard. */
  realm(realmId: number): LiveRealm | undefined {
    return this.realms.get(realmId);
  }

  /**
   * Adds a queue. Ignores `state` if the user has another queue. Throws if the queue's options cannot be read; then nothing is added.
   */
  add(queueId: string, meta: QueueMeta, state: UserState): LiveRealm {
    const realm = this.realms.get(meta.realmId) ?? new LiveRealm(meta.realmId);
    const queue = new LiveQueue(queueId, realm.users.get(meta.userId) ?? new LiveUser(state), meta);
    realm.addQueue(queue);
    this.realms.set(meta.realmId, realm);
    this.queues.set(queueId, queue);
    return realm;
  }

  /** Removes queues. Adds the removal of states that no queue needs any more to `changed`. */
  remove(queueIds: Iterable<string>, changed: ChangedStates): void {
    for (const queueId of queueIds) {
      const queue = this.queues.get(queueId);
      if (!queue) continue;
      this.queues.delete(queueId);
      const { realmId } = queue.user.state;
      const realm = this.realms.get(realmId) as LiveRealm;
      realm.removeQueue(queue, changed);
      if (realm.users.size === 0) this.realms.delete(realmId);
    }
  }
}

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
