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
import type { CallerNow, TextPiece } from '../http/index.js';
import { RegisterSnapshots, type Registration, type Snapshots } from './register-snapshots.js';
import { requestContextOf, requestWithin } from './request-within.js';
import type { LogEnd, ShardHolders } from './shard-holders.js';
import { Turns } from './turns.js';

export interface RegisteredQueue {
  readonly queueId: string;
  readonly lastEventId: number;
  /** Members of a JSON object. */
  readonly state: readonly TextPiece[];
}

/** All of a registration, tries and waiting for a holder included. */
const REGISTER_TIMEOUT_MS = 9_000;
/** A shard that changes hands is looked at again after this, and after ever longer: it may be overload that refuses. */
const RETRY_AFTER_MS = { first: 100, most: 800 };
/**
 * Registrations under way, beside those that take longer than usual. After a restart all clients come at once; were all of them served
 * at once, each would be served last, and whoever sends meanwhile would wait behind all of them. In a group that begins together
 * a registration costs two thirds of the CPU that it costs when as many overlap by chance.
 */
const REGISTRATIONS_AT_ONCE = {
  groups: 1,
  inGroup: 8,
  /** Who takes longer waits for something, such as a holder that is gone: the others need not wait for that, too. */
  longestMs: 500,
};
/** What a registration may wait for its turn, beside its own time. */
const MAX_WAIT_FOR_TURN_MS = 9_000;
/** While a holder does not answer, whether it is still the holder is looked at this often. */
const LOOK_AFTER_HOLDER_EVERY_MS = 250;

/** How long a registration may go on. */
interface Time {
  /** In broker time. What it waits for its turn is added. */
  giveUpAtMs: number;
  /** What it may still wait for its turn. */
  waitLeftMs: number;
}

/** One registration: who it is for, and how long it may go on. */
interface Attempt {
  readonly actor: Principal;
  readonly registration: Registration;
  readonly context: RequestContext;
  readonly callerNow: () => Promise<CallerNow>;
  readonly time: Time;
  /**
   * `replayed`: the queue is made when the snapshots are taken, and what happened since the beginning is read from the log.
   * `pending`: a pending queue remembers it from the beginning on. Costs two requests more, but is always possible.
   */
  readonly way: 'replayed' | 'pending';
}

/** The caller got another role while the services were asked. */
class RoleChanged extends Error {
  constructor(readonly caller: CallerNow) {
    super('The role of who registers changed meanwhile.');
  }
}

/**
 * Registers queues: looks where the log ends, then asks for the services' snapshots, then has the holder of the shard make the queue
 * with the snapshots' stamps and what is in the log since. So what happens meanwhile is in the state or in the queue, and never in
 * both. Where messaging's snapshot is not wanted, or the first try failed for whatever reason, a pending queue at the holder comes
 * first, and is opened in the end. Holds no lock and no state: a registration that meets a change of holders starts over, and does
 * not wait for the answer of a replica that is gone: nothing is left of a try but a pending queue that expires, or a queue whose id
 * nobody was told.
 */
export class QueueRegistrar {
  private readonly turns = new Turns(REGISTRATIONS_AT_ONCE);
  private readonly services: RegisterSnapshots;

  constructor(
    private readonly client: RedisTransportClient,
    private readonly holders: ShardHolders,
  ) {
    this.services = new RegisterSnapshots(client);
  }

  async register(
    actor: Principal,
    registration: Registration,
    context: RequestContext,
    callerNow: () => Promise<CallerNow>,
  ): Promise<RegisteredQueue> {
    const way = canBeReplayed(registration) ? 'replayed' : 'pending';
    let attempt: Attempt = { actor, registration, context, callerNow, time: this.time(), way };
    for (let pauseMs = RETRY_AFTER_MS.first; ; pauseMs = Math.min(2 * pauseMs, RETRY_AFTER_MS.most)) {
      try {
        const current = attempt;
        return await this.inTurn(attempt.time, async () => {
          const [instance, logEnd] = await Promise.all([
            this.holders.find(eventShardOf(actor.userId)),
            current.way === 'replayed' ? this.holders.logEnd(actor.realmId) : undefined,
          ]);
          if (instance === undefined) throw serviceUnavailable('events');
          return logEnd ? this.registerSince(logEnd, instance, current) : this.registerPending(instance, current);
        });
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) throw error;
        if (error instanceof RoleChanged) {
          const { principal, asOf } = error.caller;
          attempt = { ...attempt, actor: principal, context: { ...requestContextOf(context), asOf } };
        } else {
          attempt = { ...attempt, way: 'pending' };
        }
        // Whatever else: a replica or a connection that was lost on the way.
        if (this.nowMs + pauseMs > attempt.time.giveUpAtMs) throw serviceUnavailable('events');
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /** What a spectator gets: the services' state, without a queue. */
  async spectatorState(registration: Registration, context: RequestContext): Promise<TextPiece[]> {
    const time = this.time();
    const { members } = await this.inTurn(time, () =>
      this.services.ofSpectator(registration, context, time.giveUpAtMs),
    );
    return members;
  }

  private time(): Time {
    return { giveUpAtMs: this.nowMs + REGISTER_TIMEOUT_MS, waitLeftMs: MAX_WAIT_FOR_TURN_MS };
  }

  private inTurn<Result>(time: Time, work: () => Promise<Result>): Promise<Result> {
    const askedAtMs = this.nowMs;
    return this.turns.take(() => {
      const waitedMs = this.nowMs - askedAtMs;
      time.waitLeftMs -= waitedMs;
      if (time.waitLeftMs < 0) {
        time.giveUpAtMs = this.nowMs;
        throw serviceUnavailable('events');
      }
      time.giveUpAtMs += waitedMs;
      return work();
    });
  }

  private get nowMs(): number {
    return this.client.clock.nowMs();
  }

  private async registerSince(logEnd: LogEnd, instance: string, attempt: Attempt): Promise<RegisteredQueue> {
    const { actor, registration, context } = attempt;
    const { members, stamps, subscribedStreamIds } = await this.snapshots(attempt);
    // A replica of the release before.
    if (subscribedStreamIds === undefined) throw serviceUnavailable('messaging');
    const { position: since, lastStateEvent } = logEnd;
    // No fact came between what the actor is known by and the log's end.
    const actorAsOf = lastStateEvent === context.asOf ? since : (context.asOf ?? '0-0');
    const making = { actor, ...registration.options, since, actorAsOf, stamps, subscribedStreamIds };
    const { queueId, lastEventId } = await this.askHolder(instance, attempt, RegisterEventQueue, making);
    return { queueId, lastEventId, state: members };
  }

  private async registerPending(instance: string, attempt: Attempt): Promise<RegisteredQueue> {
    const { actor, registration } = attempt;
    const creation = { actor, ...registration.options };
    const { queueId } = await this.askHolder(instance, attempt, CreateEventQueue, creation);
    const { members, stamps } = await this.snapshots(attempt);
    const opening = { userId: actor.userId, queueId, stamps };
    const { lastEventId } = await this.askHolder(instance, attempt, OpenEventQueue, opening);
    return { queueId, lastEventId, state: members };
  }

  /** By one and the same role of the actor. */
  private async snapshots(attempt: Attempt): Promise<Snapshots> {
    const { actor, registration, context, time } = attempt;
    const snapshots = await this.services.ofUser(actor, registration, context, time.giveUpAtMs);
    await this.requireSameRole(attempt);
    return snapshots;
  }

  /**
   * The services decide by the role that they are told, each at its own moment. What one of them told other clients of a change of
   * that role before its snapshot would be missing here, in the state as in the queue.
   */
  private async requireSameRole({ actor, registration, callerNow }: Attempt): Promise<void> {
    if (registration.state === 'none') return;
    const caller = await callerNow();
    if (caller.principal.role !== actor.role) throw new RoleChanged(caller);
  }

  /** What one replica alone can answer. Rejects, too, when that replica is found to hold the shard no longer. */
  private async askHolder<Request extends ServiceRequest<unknown>>(
    instance: string,
    { actor, context, time }: Attempt,
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<ReplyOf<Request>> {
    const within = requestWithin(context, type, this.nowMs, time.giveUpAtMs);
    const reply = this.client.request(type, fields, within, instance);
    let looking: NodeJS.Timeout | undefined;
    const isGone = new Promise<never>((_, reject) => {
      looking = setInterval(() => {
        this.holders.find(eventShardOf(actor.userId)).then(
          (holder) => holder !== instance && reject(serviceUnavailable('events')),
          () => {}, // Redis is away; the request has its own deadline
        );
      }, LOOK_AFTER_HOLDER_EVERY_MS);
    });
    try {
      return await Promise.race([reply, isGone]);
    } finally {
      clearInterval(looking);
    }
  }
}

/** Messaging's snapshot tells what the holder must know, but what is public. */
const canBeReplayed = ({ state, fetchEventTypes, options }: Registration): boolean =>
  state === 'fetched' && fetchEventTypes?.length !== 0 && !options.allPublicStreams;
