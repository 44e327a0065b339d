import {
  type EventQueueOptions,
  type FieldsOf,
  GetMessagingRegisterState,
  GetRealmRegisterState,
  type GetRegisterState,
  GetUsersRegisterState,
  type Principal,
  ReadPresences,
  type RealmPresences,
  type RequestClass,
  type ServiceName,
  serviceOf,
  type Wire,
} from '@chat/contracts';
import type { RedisTransportClient, RequestContext } from '@chat/redis-rpc';
import { readStateText, type StateText } from '@chat/register-state';
import type { TextPiece } from '../http/index.js';
import { KnownBlocks, type ListBytes } from './known-blocks.js';

/** Parameters of POST /register. */
export interface Registration {
  readonly options: EventQueueOptions;
  /** Null: every type. */
  readonly fetchEventTypes: readonly string[] | null;
  /** `none`: the queue alone. */
  readonly state: 'fetched' | 'none';
}

export interface Snapshots {
  /** Members of a JSON object. */
  readonly members: TextPiece[];
  /** Sequences by service. */
  readonly stamps: Readonly<Record<string, number>>;
  /** The actor's streams as of messaging's stamp; undefined without messaging's snapshot, or from an earlier release. */
  readonly subscribedStreamIds: readonly number[] | undefined;
}

/** The state of one service. `members` has no comma at either end; only messaging sends `subscribedStreamIds`. */
interface ServiceState extends Pick<StateText, 'sequence' | 'subscribedStreamIds'> {
  readonly members: readonly TextPiece[];
}

type ServiceStates = ReadonlyMap<ServiceName, ServiceState>;

const STATE_REQUESTS: readonly RequestClass<GetRegisterState>[] = [
  GetUsersRegisterState,
  GetRealmRegisterState,
  GetMessagingRegisterState,
];

/**
 * Requests the services' parts of a registration's state, all at once. Each part is as of a moment of its own, which its stamp names.
 * Lists that many users share come in blocks, which are cached here.
 */
export class RegisterSnapshots {
  private readonly blocks = new KnownBlocks();

  constructor(private readonly client: RedisTransportClient) {}

  async ofUser(
    actor: Principal,
    registration: Registration,
    context: RequestContext,
    giveUpAtMs: number,
  ): Promise<Snapshots> {
    const [states, presences] = await Promise.all([
      this.states(actor, registration, context, giveUpAtMs),
      this.presences(actor, registration, context, giveUpAtMs),
    ]);
    return together(states, presences);
  }

  async ofSpectator(registration: Registration, context: RequestContext, giveUpAtMs: number): Promise<Snapshots> {
    const states = await this.states(null, registration, context, giveUpAtMs);
    const none: Wire<RealmPresences> = { presences: {}, server_timestamp: Date.now() / 1000 };
    const presences = wantsPresences(registration) ? [JSON.stringify(none).slice(1, -1)] : [];
    return together(states, presences);
  }

  private async states(
    actor: Principal | null,
    { options, fetchEventTypes, state }: Registration,
    context: RequestContext,
    giveUpAtMs: number,
  ): Promise<ServiceStates> {
    if (state === 'none') return new Map();
    // Realm-settings also sends the fields of every registration.
    const requests = fetchEventTypes?.length === 0 ? [GetRealmRegisterState] : STATE_REQUESTS;
    const { clientExtavatar, includeSubscribers, slimPresence, capabilities } = options;
    const fields = { actor, fetchEventTypes, clientExtavatar, includeSubscribers, slimPresence, capabilities };
    const states = requests.map(async (request) => {
      const within = { ...context, deadlineMs: this.client.deadlineOf(request, giveUpAtMs) };
      const ownFields =
        request === GetMessagingRegisterState ? { ...fields, withSubscribedStreamIds: actor !== null } : fields;
      return [serviceOf(request.pattern), await this.serviceState(request, ownFields, within)] as const;
    });
    return new Map(await Promise.all(states));
  }

  private async serviceState(
    type: RequestClass<GetRegisterState>,
    fields: FieldsOf<GetRegisterState>,
    context: RequestContext,
  ): Promise<ServiceState> {
    const { actor, clientExtavatar } = fields;
    const scope = `${type.pattern} ${actor?.realmId ?? context.realmId} ${actor?.role} ${clientExtavatar}`;
    const cached = this.blocks.of(scope);
    const knownBlocks = [...cached.keys()];
    const reply = readStateText(await this.client.requestText(type, { ...fields, knownBlocks }, context));
    const lists = reply.shared && this.blocks.take(scope, reply.shared, cached);
    if (reply.shared === undefined || lists !== undefined) return serviceState(reply, lists);
    return serviceState(readStateText(await this.client.requestText(type, fields, context)));
  }

  /** Presences need no stamp, because a repeated presence event does no harm. */
  private async presences(
    { realmId }: Principal,
    registration: Registration,
    context: RequestContext,
    giveUpAtMs: number,
  ): Promise<string[]> {
    if (!wantsPresences(registration)) return [];
    const fields = { realmId, slimPresence: registration.options.slimPresence };
    const within = { ...context, deadlineMs: this.client.deadlineOf(ReadPresences, giveUpAtMs) };
    return [(await this.client.requestText(ReadPresences, fields, within)).slice(1, -1)];
  }
}

const wantsPresences = ({ state, fetchEventTypes }: Registration): boolean =>
  state === 'fetched' && (fetchEventTypes === null || fetchEventTypes.includes('presence'));

const serviceState = (
  { sequence, members, subscribedStreamIds }: StateText,
  lists: readonly ListBytes[] = [],
): ServiceState => ({ sequence, members: joined([[members], ...lists.map(listMember)]), subscribedStreamIds });

const together = (states: ServiceStates, presences: readonly string[]): Snapshots => ({
  members: joined([...[...states.values()].map(({ members }) => members), presences]),
  stamps: Object.fromEntries([...states].map(([service, { sequence }]) => [service, sequence])),
  subscribedStreamIds: states.get('messaging')?.subscribedStreamIds,
});

/** `"field":[…]`. */
const listMember = ({ field, elements }: ListBytes): TextPiece[] => [
  `${JSON.stringify(field)}:[`,
  ...elements.flatMap((bytes, index) => (index === 0 ? [bytes] : [',', bytes])),
  ']',
];

/** Joins the members of objects to those of one. */
function joined(parts: readonly (readonly TextPiece[])[]): TextPiece[] {
  const some = parts.map((pieces) => pieces.filter(({ length }) => length > 0)).filter(({ length }) => length > 0);
  return some.flatMap((pieces, index) => (index === 0 ? pieces : [',', ...pieces]));
}
