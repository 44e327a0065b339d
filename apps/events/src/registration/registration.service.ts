import { randomBytes } from 'node:crypto';
import {
  badNarrow,
  badRequest,
  type CreateEventQueue,
  type EventQueueOptions,
  eventShardOf,
  GetFanoutState,
  GetStreams,
  isGuest,
  type OpenEventQueue,
  type Principal,
  type RegisterEventQueue,
  serviceUnavailable,
  UserUpdated,
} from '@chat/contracts';
import { isAtLeast, parseLogPosition, partitionOf } from '@chat/event-log';
import { parseQueueNarrow } from '@chat/narrow';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { type RedisEpoch, RedisEpochs } from '../epochs/redis-epochs.js';
import { EventSettings } from '../event-settings.js';
import { type PublicStreams, UserState } from '../fan-out/live-user.js';
import { isPublicStream } from '../fan-out/state-changes.js';
import { QueueStore } from '../queues/queue-store.js';
import type { NewQueue } from '../shards/queue-registrar.js';
import type { Shard } from '../shards/shard.js';
import { ShardKeeper } from '../shards/shard-keeper.js';

/** Registrations between `create` and `open`: their number, and how long one may take. */
const MAX_PENDING = 10_000;
const PENDING_LIFETIME_MS = 20_000;

interface PendingQueue {
  readonly queue: NewQueue;
  /** Epoch of the log position. */
  readonly epoch: RedisEpoch;
  readonly expiresAtMs: number;
}

/**
 * Registers event queues at the holder of the user's shard. The gateway notes the end of the log first and gets the snapshots after it;
 * then the new queue gets the events after the noted position that no snapshot covers.
 */
@Injectable()
export class RegistrationService {
  /** By queue id, oldest first. */
  private readonly pending = new Map<string, PendingQueue>();

  constructor(
    private readonly keeper: ShardKeeper,
    private readonly store: QueueStore,
    private readonly epochs: RedisEpochs,
    private readonly settings: EventSettings,
    private readonly client: RedisTransportClient,
  ) {}

  /** See {@link RegisterEventQueue}. Throws SERVICE_UNAVAILABLE if the snapshots do not contain all that the queue needs. */
  async register(request: RegisterEventQueue): Promise<string> {
    const { actor, since: from, epoch, actorAsOf, stamps, subscribedStreamIds, ...options } = request;
    // The log of another epoch may have another event at the same position.
    if (epoch !== undefined && epoch !== this.epochs.current.number) throw serviceUnavailable('events');
    const shard = await this.prepare(actor, options);
    const messagingSequence = stamps['messaging'];
    // The public streams could only be loaded as of now, which is later than the stamp.
    if (messagingSequence === undefined || options.allPublicStreams) throw serviceUnavailable('events');
    const state = await this.stateAt(from, actor, actorAsOf, subscribedStreamIds, messagingSequence);
    const queueId = newQueueId(shard);
    await shard.register({ queueId, actor, options, from, state, publicStreams: undefined }, stamps);
    return queueId;
  }

  /** See {@link CreateEventQueue}. The state is loaded before the gateway gets its snapshots, so it is never newer than they. */
  async create({ actor, ...options }: CreateEventQueue, { asOf, ...context }: RequestContext): Promise<string> {
    const shard = await this.prepare(actor, options);
    const { realmId, userId } = actor;
    const epoch = this.epochs.current;
    const from = await this.keeper.parts.log.tail(partitionOf(realmId));
    const { requestId, traceparent } = context;
    const [subscriptions, streams] = await Promise.all([
      this.client.request(GetFanoutState, { realmId, userIds: [userId] }, { realmId, requestId, traceparent }),
      options.allPublicStreams ? this.publicStreams(realmId, context) : undefined,
    ]);
    const streamIds = subscriptions.state.subscriptions[userId] ?? [];
    const state = await this.stateAt(from, actor, asOf ?? '0-0', streamIds, subscriptions.sequence);
    const queueId = newQueueId(shard);
    this.addPending({ queueId, actor, options, from, state, publicStreams: streams }, epoch);
    return queueId;
  }

  async open({ userId, queueId, stamps }: OpenEventQueue): Promise<void> {
    const shard = this.keeper.shard(eventShardOf(userId));
    const pending = this.pending.get(queueId);
    this.pending.delete(queueId);
    if (shard && pending?.epoch === this.epochs.current) await shard.register(pending.queue, stamps);
    else if (!shard?.has(queueId)) throw serviceUnavailable('events'); // else a repeated request
  }

  /** Checks the options and drops the least active queue of a user that has too many. Throws BAD_REQUEST or BAD_NARROW. */
  private async prepare(actor: Principal, options: EventQueueOptions): Promise<Shard> {
    parseQueueNarrow(options.narrow, { badRequest, badNarrow });
    if (options.allPublicStreams && isGuest(actor.role)) throw badRequest('User not authorized for this query');
    const shard = this.keeper.shard(eventShardOf(actor.userId));
    if (!shard) throw serviceUnavailable('events');
    const queueIds = options.isForWebhook ? [] : shard.polledQueueIdsOf(actor);
    if (queueIds.length >= this.settings.maxQueuesPerUser) {
      const leastActive = await this.store.leastActive(shard.number, queueIds);
      if (leastActive !== undefined) await shard.drop(leastActive);
    }
    return shard;
  }

  /** The actor is as of `asOf` or later. Applies the changes of the user from there to the log position `at`. */
  private async stateAt(
    at: string,
    actor: Principal,
    asOf: string,
    streamIds: Iterable<number>,
    messagingSequence: number,
  ): Promise<UserState> {
    const { realmId, userId, isBot } = actor;
    let { role, botOwnerId = null } = actor;
    const isCurrent = isAtLeast(parseLogPosition(asOf), parseLogPosition(at));
    const events = isCurrent ? [] : await this.keeper.parts.log.readStateEventsBetween(partitionOf(realmId), asOf, at);
    for (const event of events) {
      if (!UserUpdated.matches(event) || event.realmId !== realmId) continue;
      const { user } = event.payload;
      if (event.payload.userId === userId && user) ({ role, botOwnerId } = user);
    }
    const reader = { role, roleInSight: role, botOwnerId };
    return new UserState({ userId, realmId, isBot, ...reader, streamIds: new Set(streamIds), messagingSequence });
  }

  private async publicStreams(realmId: number, { requestId, traceparent }: RequestContext): Promise<PublicStreams> {
    const context = { realmId, requestId, traceparent };
    const { sequence, state } = await this.client.request(GetStreams, { realmId }, context);
    const streamIds = state.filter(isPublicStream).map(({ streamId }) => streamId);
    return { realmId, streamIds: new Set(streamIds), messagingSequence: sequence };
  }

  private addPending(queue: NewQueue, epoch: RedisEpoch): void {
    const nowMs = Date.now();
    for (const [queueId, { expiresAtMs }] of this.pending) {
      if (expiresAtMs > nowMs) break;
      this.pending.delete(queueId);
    }
    if (this.pending.size >= MAX_PENDING) throw serviceUnavailable('events');
    this.pending.set(queue.queueId, { queue, epoch, expiresAtMs: nowMs + PENDING_LIFETIME_MS });
  }
}

const newQueueId = (shard: Shard): string => `${shard.number}-${randomBytes(16).toString('hex')}`;
