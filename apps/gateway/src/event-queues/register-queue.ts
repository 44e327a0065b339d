import {
  ApiError,
  CreateEventQueue,
  eventShardOf,
  type FieldsOf,
  OpenEventQueue,
  type Principal,
  RegisterEventQueue,
  type ReplyOf,
  type RequestClass,
  type ServiceRequest,
  serviceUnavailable,
} from '@chat/contracts';
import type { RedisTransportClient, RequestContext } from '@chat/redis-rpc';
import { type RegistrationRoom, TARGET_WAIT_MS } from '../admission/registration-room.js';
import type { CallerNow, TextPiece } from '../http/index.js';
import { RegisterSnapshots, type Registration, type Snapshots } from './register-snapshots.js';
import { RegistrationBatches } from './registration-batches.js';
import type { LogEnd, ShardHolders } from './shard-holders.js';

export interface RegisteredQueue {
  readonly queueId: string;
  readonly lastEventId: number;
  /** Members of a JSON object. */
  readonly state: readonly TextPiece[];
}

/** Time of a registration with all attempts, and in addition its waiting for batches. */
const REGISTER_TIMEOUT_MS = 9_000;
const MAX_WAIT_FOR_BATCH_MS = 2 * TARGET_WAIT_MS;
/** Pause before the next attempt, doubled each time: the reason may be overload. */
const RETRY_AFTER_MS = { first: 100, most: 800 };
/**
 * After a restart all clients register at once. Batches make the first ones fast, leave time for other requests, and take two thirds of
 * the CPU of registrations that overlap by chance. A slow registration waits for something, and the next batch does not wait for it. If
 * many are slow, the services have too much to do.
 */
const BATCH_LIMITS = { size: 8, longestMs: 500, maxRunning: 32 };
/** Interval of the check, during a request to a holder, that it still holds the shard. */
const CHECK_HOLDER_EVERY_MS = 250;

interface Time {
  /** In broker time. The waiting for a batch is added. */
  giveUpAtMs: number;
  /** Remaining time for waiting. */
  waitLeftMs: number;
}

interface Attempt {
  readonly actor: Principal;
  readonly registration: Registration;
  readonly context: RequestContext;
  readonly callerNow: () => Promise<CallerNow>;
  readonly time: Time;
  /**
   * `replayed`: the holder creates the queue after the snapshots and reads events since the start from the log. `pending`: the holder
   * creates a pending queue at the start. It needs two requests more, but is always possible.
   */
  readonly way: 'replayed' | 'pending';
}

class RoleChanged extends Error {
  constructor(readonly caller: CallerNow) {
    super("The caller's role changed during the registration.");
  }
}

/**
 * Registers queues: notes the end of the log, takes the services' snapshots, and makes the holder of the shard create the queue with
 * the snapshots' stamps and the events of the log since then. So every event is either in the state or in the queue, and never in both.
 * If messaging's snapshot is not wanted, or after a failed attempt, the holder creates a pending queue first and opens it in the end.
 *
 * Holds no lock and no state. If the holder changes, the registration starts over at once. A failed attempt leaves only a queue that no
 * client knows, and that expires.
 */
export class QueueRegistrar {
  private readonly batches: RegistrationBatches;
  private readonly services: RegisterSnapshots;

  constructor(
    private readonly client: RedisTransportClient,
    private readonly holders: ShardHolders,
    readonly room: RegistrationRoom,
  ) {
    this.batches = new RegistrationBatches(BATCH_LIMITS, room);
    this.services = new RegisterSnapshots(client);
  }

  async register(
    actor: Principal,
    registration: Registration,
    { realmId, requestId, asOf }: RequestContext,
    callerNow: () => Promise<CallerNow>,
  ): Promise<RegisteredQueue> {
    const context = { realmId, requestId, asOf };
    const way = canBeReplayed(registration) ? 'replayed' : 'pending';
    let attempt: Attempt = { actor, registration, context, callerNow, time: this.time(), way };
    for (let pauseMs = RETRY_AFTER_MS.first; ; pauseMs = Math.min(2 * pauseMs, RETRY_AFTER_MS.most)) {
      try {
        const current = attempt;
        return await this.inBatch(attempt.time, () => this.attempt(current));
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) throw error;
        if (error instanceof RoleChanged) {
          const { principal, asOf } = error.caller;
          attempt = { ...attempt, actor: principal, context: { ...context, asOf } };
        } else {
          attempt = { ...attempt, way: 'pending' };
        }
        if (this.nowMs + pauseMs > attempt.time.giveUpAtMs) throw serviceUnavailable('events');
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /** The services' state for a spectator. Spectators have no queue. */
  async spectatorState(registration: Registration, { realmId, requestId, asOf }: RequestContext): Promise<TextPiece[]> {
    const time = this.time();
    const { members } = await this.inBatch(time, () =>
      this.services.ofSpectator(registration, { realmId, requestId, asOf }, time.giveUpAtMs),
    );
    return members;
  }

  private time(): Time {
    return { giveUpAtMs: this.nowMs + REGISTER_TIMEOUT_MS, waitLeftMs: MAX_WAIT_FOR_BATCH_MS };
  }

  private inBatch<Result>(time: Time, register: () => Promise<Result>): Promise<Result> {
    const arrivedAtMs = this.nowMs;
    return this.batches.run(() => {
      const waitedMs = this.nowMs - arrivedAtMs;
      time.waitLeftMs -= waitedMs;
      if (time.waitLeftMs < 0) {
        time.giveUpAtMs = this.nowMs;
        throw serviceUnavailable('events');
      }
      time.giveUpAtMs += waitedMs;
      return register();
    });
  }

  private get nowMs(): number {
    return this.client.clock.nowMs();
  }

  private async attempt(attempt: Attempt): Promise<RegisteredQueue> {
    const { actor, way } = attempt;
    const [instance, logEnd] = await Promise.all([
      this.holders.find(eventShardOf(actor.userId)),
      way === 'replayed' ? this.holders.logEnd(actor.realmId) : undefined,
    ]);
    if (instance === undefined) throw serviceUnavailable('events');
    return logEnd ? this.registerSince(logEnd, instance, attempt) : this.registerPending(instance, attempt);
  }

  private async registerSince(logEnd: LogEnd, instance: string, attempt: Attempt): Promise<RegisteredQueue> {
    const { actor, registration, context } = attempt;
    const { members, stamps, subscribedStreamIds } = await this.snapshots(attempt);
    // A replica of the former release does not send them.
    if (subscribedStreamIds === undefined) throw serviceUnavailable('messaging');
    const { position: since, epoch, lastStateEvent } = logEnd;
    // If there is no state event between the actor's position and the end of the log, the actor is as of the end.
    const actorAsOf = lastStateEvent === context.asOf ? since : (context.asOf ?? '0-0');
    const fields = { actor, ...registration.options, epoch, since, actorAsOf, stamps, subscribedStreamIds };
    const { queueId, lastEventId } = await this.requestHolder(instance, attempt, RegisterEventQueue, fields);
    return { queueId, lastEventId, state: members };
  }

  private async registerPending(instance: string, attempt: Attempt): Promise<RegisteredQueue> {
    const { actor, registration } = attempt;
    const creation = { actor, ...registration.options };
    const { queueId } = await this.requestHolder(instance, attempt, CreateEventQueue, creation);
    const { members, stamps } = await this.snapshots(attempt);
    const opening = { userId: actor.userId, queueId, stamps };
    const { lastEventId } = await this.requestHolder(instance, attempt, OpenEventQueue, opening);
    return { queueId, lastEventId, state: members };
  }

  /**
   * Throws if the actor's role has changed meanwhile. The services decide by the role in the request, each at its own moment; events of
   * a service between the change and its snapshot would be in neither the state nor the queue.
   */
  private async snapshots({ actor, registration, context, callerNow, time }: Attempt): Promise<Snapshots> {
    const snapshots = await this.services.ofUser(actor, registration, context, time.giveUpAtMs);
    if (registration.state === 'none') return snapshots;
    const caller = await callerNow();
    if (caller.principal.role !== actor.role) throw new RoleChanged(caller);
    return snapshots;
  }

  /** Sends a request to the holder. Rejects early if it no longer holds the shard. */
  private async requestHolder<Request extends ServiceRequest<unknown>>(
    instance: string,
    { actor, context, time }: Attempt,
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<ReplyOf<Request>> {
    const within = { ...context, deadlineMs: this.client.deadlineOf(type, time.giveUpAtMs) };
    const reply = this.client.request(type, fields, within, instance);
    let checking: NodeJS.Timeout | undefined;
    const isGone = new Promise<never>((_, reject) => {
      checking = setInterval(() => {
        this.holders.find(eventShardOf(actor.userId)).then(
          (holder) => holder !== instance && reject(serviceUnavailable('events')),
          () => {}, // Redis is away; the request has its own deadline
        );
      }, CHECK_HOLDER_EVERY_MS);
    });
    try {
      return await Promise.race([reply, isGone]);
    } finally {
      clearInterval(checking);
    }
  }
}

/** The replay needs messaging's snapshot, and knows nothing of public streams outside the subscriptions. */
const canBeReplayed = ({ state, fetchEventTypes, options }: Registration): boolean =>
  state === 'fetched' && fetchEventTypes?.length !== 0 && !options.allPublicStreams;
