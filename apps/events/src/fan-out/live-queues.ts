import { partitionOf } from '@chat/event-log';
import type { StoredShard } from '../queues/queue-store.js';
import { LiveQueue, type QueueMeta } from './live-queue.js';
import { type ChangedStates, LiveRealm } from './live-realm.js';
import { LiveUser, readUserState, userField } from './live-user.js';
import { publicStreamsField, readPublicStreams } from './public-streams.js';

/** The live queues of a shard, and the realms and users whose they are. */
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
    return [...this.queues.values()]
      .filter(({ user }) => partitionOf(user.state.realmId) === partition)
      .map(({ queueId }) => queueId);
  }

  idsOf(realmId: number, userId: number): string[] {
    return [...(this.user(realmId, userId)?.queues ?? [])].map(({ queueId }) => queueId);
  }

  realmIds(): Iterable<number> {
    return this.realms.keys();
  }

  /** Undefined when no user of the realm has a queue here. */
  realm(realmId: number): LiveRealm | undefined {
    return this.realms.get(realmId);
  }

  user(realmId: number, userId: number): LiveUser | undefined {
    return this.realms.get(realmId)?.users.get(userId);
  }

  /** The realm, made if need be: a queue of it is about to be added. */
  realmFor(realmId: number): LiveRealm {
    let realm = this.realms.get(realmId);
    if (!realm) {
      realm = new LiveRealm(realmId);
      this.realms.set(realmId, realm);
    }
    return realm;
  }

  /** The queue's user must be in its realm. */
  add(queue: LiveQueue): void {
    this.realmFor(queue.user.state.realmId).addQueue(queue);
    this.queues.set(queue.queueId, queue);
  }

  /** What of the state nobody needs any more goes into `changed`. */
  forget(queueIds: Iterable<string>, changed: ChangedStates): void {
    for (const queueId of queueIds) {
      const queue = this.queues.get(queueId);
      if (!queue) continue;
      this.queues.delete(queueId);
      const { realmId } = queue.user.state;
      const realm = this.realmFor(realmId);
      for (const field of realm.removeQueue(queue)) changed.set(field, '');
      if (realm.isEmpty) this.realms.delete(realmId);
    }
  }

  /** Answers the queues that cannot be read: one of them must not keep the others from going on. */
  restore({ metas, states }: StoredShard): string[] {
    const unreadable: string[] = [];
    for (const [queueId, json] of Object.entries(metas)) {
      try {
        this.restoreQueue(queueId, JSON.parse(json) as QueueMeta, states);
      } catch {
        unreadable.push(queueId);
      }
    }
    for (const realm of this.realms.values()) {
      const known = states[publicStreamsField(realm.realmId)];
      if (known !== undefined) realm.setPublicStreams(readPublicStreams(known));
    }
    return unreadable;
  }

  /** Fields of state that a queue needs. */
  neededStates(): Set<string> {
    const needed = new Set<string>();
    for (const realm of this.realms.values()) {
      for (const userId of realm.users.keys()) needed.add(userField(userId));
      if (realm.allPublicQueues.size > 0) needed.add(publicStreamsField(realm.realmId));
    }
    return needed;
  }

  private restoreQueue(queueId: string, meta: QueueMeta, states: StoredShard['states']): void {
    const known = states[userField(meta.userId)];
    if (known === undefined) throw new Error(`Queue ${queueId} without the state of its user.`);
    const live = this.user(meta.realmId, meta.userId);
    const user = live ?? new LiveUser(readUserState(known));
    const queue = new LiveQueue(queueId, user, meta);
    if (!live) this.realmFor(meta.realmId).addLiveUser(user);
    this.add(queue);
  }
}
