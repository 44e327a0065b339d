import {
  ApiError,
  CreateEventQueue,
  type EventQueueOptions,
  eventShardOf,
  GetMessagingRegisterState,
  GetRealmPresences,
  GetRealmRegisterState,
  type GetRegisterState,
  GetUsersRegisterState,
  OpenEventQueue,
  type Principal,
  type RequestClass,
  type ServiceName,
  serviceOf,
  serviceUnavailable,
} from '@chat/contracts';
import type { RedisTransportClient, RequestContext } from '@chat/transport';
import type { ShardHolders } from './shard-holders.js';
import { readStateText, type StateText } from './state-text.js';

/** What a client asked of POST /register. */
export interface Registration {
  readonly options: EventQueueOptions;
  /** Null: every type. */
  readonly fetchEventTypes: string[] | null;
  /** `none`: only the queue is wanted. */
  readonly state: 'fetched' | 'none';
}

export interface RegisteredQueue {
  readonly queueId: string;
  readonly lastEventId: number;
  /** Members of a JSON object, of each service that was asked. */
  readonly state: readonly string[];
}

const STATE_REQUESTS: readonly RequestClass<GetRegisterState>[] = [
  GetUsersRegisterState,
  GetRealmRegisterState,
  GetMessagingRegisterState,
];

/** All of a registration, tries and waiting for a holder included. */
const REGISTER_TIMEOUT_MS = 9_000;
/** A shard that changes hands is looked at again after this. */
const RETRY_AFTER_MS = 100;

/**
 * Registers queues: a pending queue at its shard's holder first, then the services' snapshots, then the queue is opened with the
 * snapshots' stamps. So what happens meanwhile is in the state or in the queue, and never in both. Holds no lock and no state: a
 * registration that meets a change of holders starts over.
 */
export class QueueRegistrar {
  constructor(
    private readonly client: RedisTransportClient,
    private readonly holders: ShardHolders,
  ) {}

  async register(actor: Principal, registration: Registration, context: RequestContext): Promise<RegisteredQueue> {
    const giveUpAt = performance.now() + REGISTER_TIMEOUT_MS;
    for (;;) {
      try {
        const instance = await this.holders.find(eventShardOf(actor.userId));
        if (instance === undefined) throw serviceUnavailable('events');
        return await this.registerAt(instance, actor, registration, context);
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) throw error;
        // Whatever else: a replica or a connection that was lost on the way. Nothing is left of the try.
        if (performance.now() + RETRY_AFTER_MS > giveUpAt) throw serviceUnavailable('events');
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
      }
    }
  }

  /** What a spectator gets: the services' state, without a queue. */
  async spectatorState(registration: Registration, context: RequestContext): Promise<string[]> {
    const state = await this.state(null, registration, context);
    const presences = wantsPresences(registration) ? [`"presences":{},"server_timestamp":${Date.now() / 1000}`] : [];
    return [...[...state.values()].map(({ members }) => members), ...presences];
  }

  private async state(
    actor: Principal | null,
    { options, fetchEventTypes, state }: Registration,
    context: RequestContext,
  ): Promise<Map<ServiceName, StateText>> {
    if (state === 'none') return new Map();
    // Realm-settings answers what is always there, too.
    const requests = fetchEventTypes?.length === 0 ? [GetRealmRegisterState] : STATE_REQUESTS;
    const { clientExtavatar, includeSubscribers, slimPresence, capabilities } = options;
    const fields = { actor, fetchEventTypes, clientExtavatar, includeSubscribers, slimPresence, capabilities };
    const texts = await Promise.all(
      requests.map(async (request) => {
        const text = await this.client.requestText(request, fields, context);
        return [serviceOf(request.pattern), readStateText(text)] as const;
      }),
    );
    return new Map(texts);
  }

  /** Presences belong to no snapshot: an event that tells again what they say does no harm. */
  private async presences(
    { realmId }: Principal,
    registration: Registration,
    context: RequestContext,
  ): Promise<string[]> {
    if (!wantsPresences(registration)) return [];
    const fields = { realmId, slimPresence: registration.options.slimPresence };
    return [(await this.client.requestText(GetRealmPresences, fields, context)).slice(1, -1)];
  }

  private async registerAt(
    instance: string,
    actor: Principal,
    registration: Registration,
    context: RequestContext,
  ): Promise<RegisteredQueue> {
    const creation = { actor, ...registration.options };
    const { queueId } = await this.client.request(CreateEventQueue, creation, context, instance);
    const [state, presences] = await Promise.all([
      this.state(actor, registration, context),
      this.presences(actor, registration, context),
    ]);
    const stamps = Object.fromEntries([...state].map(([service, { sequence }]) => [service, sequence]));
    const opening = { userId: actor.userId, queueId, stamps };
    const { lastEventId } = await this.client.request(OpenEventQueue, opening, context, instance);
    return { queueId, lastEventId, state: [...[...state.values()].map(({ members }) => members), ...presences] };
  }
}

const wantsPresences = ({ state, fetchEventTypes }: Registration): boolean =>
  state === 'fetched' && (fetchEventTypes === null || fetchEventTypes.includes('presence'));
