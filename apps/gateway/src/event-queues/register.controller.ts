import {
  badNarrow,
  badRequest,
  type EventPage,
  GetRealm,
  type getEvents,
  isGuest,
  NO_CAPABILITIES,
  type Principal,
  type RegisteredQueue,
  type RegistrationParameters,
  registerQueue,
  unauthorized,
  type Wire,
} from '@chat/contracts';
import { parseQueueNarrow } from '@chat/narrow';
import { Controller } from '@nestjs/common';
import { notLoggedIn } from '../admission/stranger-admission.js';
import { type Call, Endpoint, JsonPieces, type TextPiece } from '../http/index.js';
import { LongPolls } from './long-polls.js';
import type { QueueRegistrar } from './register-queue.js';
import type { Registration } from './register-snapshots.js';

@Controller()
export class RegisterController {
  constructor(private readonly longPolls: LongPolls) {}

  @Endpoint(registerQueue)
  async register(call: Call<typeof registerQueue>): Promise<JsonPieces> {
    const { principal, parameters } = call;
    const { registrar } = this.longPolls;
    registrar.room.require();
    if (principal === null) {
      await requireSpectatorAccess(call);
      return registerResponse(null, -1, await registrar.spectatorState(readRegistration(parameters, null), call));
    }
    const registration = readRegistration(parameters, principal);
    call.beginChange();
    const queue = await registrar.register(principal, registration, call, () => call.callerNow());
    return registerResponse(queue.queueId, queue.lastEventId, queue.state);
  }
}

/** Responds at once: without the queue's id, a client that disconnects could not return to it. */
export async function pageOfNewQueue(registrar: QueueRegistrar, call: Call<typeof getEvents>): Promise<EventPage> {
  registrar.room.require();
  const registration = { ...readRegistration(call.parameters, call.principal), state: 'none' as const };
  const queue = await registrar.register(call.principal, registration, call, () => call.callerNow());
  return { events: [], queueId: queue.queueId, lastEventId: queue.lastEventId };
}

async function requireSpectatorAccess(call: Call<typeof registerQueue>): Promise<void> {
  const { state } = await call.request(GetRealm, { realmId: call.realmId });
  if (state.isDeactivated) throw unauthorized('This organization has been deactivated');
  if (!state.enableSpectatorAccess) throw notLoggedIn();
}

/** Throws if the narrow has no meaning for a queue, or for parameters that spectators (null) may not send. */
function readRegistration(parameters: RegistrationParameters, principal: Principal | null): Registration {
  const isSpectator = principal === null;
  parseQueueNarrow(parameters.narrow, { badRequest, badNarrow });
  if (isSpectator) {
    if (parameters.clientExtavatar) throw badRequest("Invalid 'client_extavatar' parameter for anonymous request");
    if (parameters.includeSubscribers)
      throw badRequest("Invalid 'include_subscribers' parameter for anonymous request");
  }
  const types = parameters.eventTypes ?? null;
  return {
    options: {
      applyMarkdown: parameters.applyMarkdown,
      clientExtavatar: parameters.clientExtavatar ?? !isSpectator,
      slimPresence: parameters.slimPresence,
      includeSubscribers: parameters.includeSubscribers,
      allPublicStreams: parameters.allPublicStreams ?? hasAllPublicStreams(principal),
      capabilities: parameters.clientCapabilities ?? NO_CAPABILITIES,
      eventTypes: types,
      narrow: narrowOf(parameters, principal),
    },
    fetchEventTypes: parameters.fetchEventTypes ?? types,
    state: 'fetched',
  };
}

/** Guests have no such queues. */
const hasAllPublicStreams = (principal: Principal | null): boolean =>
  principal !== null && !isGuest(principal.role) && principal.queueDefaults?.allPublicStreams === true;

/** The narrow of the request, or the default stream of the bot. */
function narrowOf({ narrow }: RegistrationParameters, principal: Principal | null): readonly unknown[] {
  const given = narrow as readonly unknown[];
  const stream = principal?.queueDefaults?.stream ?? null;
  return given.length > 0 || stream === null ? given : [['stream', stream]];
}

function registerResponse(queueId: string | null, lastEventId: number, state: readonly TextPiece[]): JsonPieces {
  const fields: Wire<RegisteredQueue> = { queue_id: queueId, last_event_id: lastEventId };
  const own = JSON.stringify(fields).slice(1, -1);
  return new JsonPieces(state.length === 0 ? [own] : [own, ',', ...state]);
}
