import {
  type EventQueueOptions,
  type LoggedEvent,
  MessageSent,
  type Principal,
  serviceUnavailable,
} from '@chat/contracts';
import { partitionOf } from '@chat/event-log';
import { LiveQueue, type QueueMeta, type Stamps } from '../fan-out/live-queue.js';
import { LiveRealm } from '../fan-out/live-queues.js';
import {
  LiveUser,
  type PublicStreams,
  publicStreamsField,
  type UserState,
  userField,
  writeState,
} from '../fan-out/live-user.js';
import { applyStateChange } from '../fan-out/state-changes.js';
import { Batch } from '../queues/batch.js';
import type { ShardCatchUp } from './shard-catch-up.js';
import type { ContentsOwner, ShardContents } from './shard-contents.js';
import type { ShardParts } from './shard-parts.js';

/** Events of a realm during one registration, at most. A registration that meets more of them fails, and the gateway starts over. */
const MAX_REGISTRATION_EVENTS = 5_000;

/** A queue to register, and the state from which the log is replayed for it. */
export interface NewQueue {
  readonly queueId: string;
  readonly actor: Principal;
  readonly options: EventQueueOptions;
  /** Log position at the beginning of the registration. The snapshots cover all events up to it. */
  readonly from: string;
  /** As of `from`, but with subscriptions as of `messagingSequence`. */
  readonly state: UserState;
  readonly publicStreams: PublicStreams | undefined;
}

export class QueueRegistrar {
  constructor(
    private readonly contents: ShardContents,
    private readonly catchUp: ShardCatchUp,
    private readonly parts: ShardParts,
    private readonly owner: ContentsOwner,
  ) {}

  async add(newQueue: NewQueue, stamps: Stamps): Promise<void> {
    const { queueId, actor, options, from, publicStreams } = newQueue;
    const { realmId, userId } = actor;
    const { queues } = this.contents;
    if (queues.has(queueId)) return; // a repeated request
    const events = await this.eventsSince(realmId, from);
    const meta: QueueMeta = { userId, realmId, options, stamps };
    const { batch, state } = this.replay(newQueue, meta, events);
    batch.opened.push({ queueId, userId, realmId, meta: JSON.stringify(meta) });
    const realm = queues.realm(realmId);
    if (!realm?.users.has(userId)) batch.states.set(userField(userId), writeState(state));
    const newStreams = realm?.publicStreams ? undefined : publicStreams;
    if (newStreams) batch.states.set(publicStreamsField(realmId), writeState(newStreams));
    await this.contents.write(batch);
    if (this.owner.hasEnded) throw serviceUnavailable('events');
    const liveRealm = queues.add(queueId, meta, state);
    if (newStreams) liveRealm.publicStreams = newStreams;
    this.parts.senders.expect(realmId);
  }

  /** Events of the realm after `from` that the shard has applied. */
  private async eventsSince(realmId: number, from: string): Promise<LoggedEvent[]> {
    const partition = partitionOf(realmId);
    await this.catchUp.advanceTo(partition, from);
    const until = this.contents.positions[partition] as string;
    const events = await this.parts.log.readBetween(realmId, from, until, MAX_REGISTRATION_EVENTS);
    if (events === undefined) throw serviceUnavailable('events');
    if (events.some((event) => MessageSent.matches(event))) await this.parts.senders.prepare(realmId);
    return events;
  }

  /** Delivers events to the new queue alone. Returns its entries, and the state of its user after the events. */
  private replay({ queueId, state, publicStreams }: NewQueue, meta: QueueMeta, events: readonly LoggedEvent[]) {
    const realm = new LiveRealm(meta.realmId);
    realm.publicStreams = publicStreams;
    realm.addQueue(new LiveQueue(queueId, new LiveUser(state), meta));
    const batch = new Batch();
    for (const event of events) {
      if (applyStateChange(realm, event, new Map())) throw serviceUnavailable('events');
      this.parts.fanOut.deliver(realm, event, batch);
    }
    if (batch.dropped.has(queueId)) throw serviceUnavailable('events');
    return { batch, state };
  }
}
