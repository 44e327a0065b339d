import { partitionOf } from '@chat/event-log';
import { LiveQueue, type QueueMeta } from './live-queue.js';
import { type ChangedStates, LiveRealm } from './live-realm.js';
import { LiveUser, type UserState } from './live-user.js';

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
    return this.ids().filter(
      (queueId) => partitionOf(this.queues.get(queueId)?.user.state.realmId as number) === partition,
    );
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
