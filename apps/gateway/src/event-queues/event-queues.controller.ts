import {
  badEventQueueId,
  badRequest,
  DeleteEventQueue,
  deleteQueue,
  type EventPage,
  eventShardOf,
  GetRealm,
  getEvents,
  NO_CAPABILITIES,
  type NoFields,
  type Principal,
  type RegisteredQueue,
  type RegistrationParameters,
  registerQueue,
  shardOfQueueId,
  unauthorized,
  type Wire,
} from '@chat/contracts';
import { parseQueueNarrow } from '@chat/narrow';
import { Controller, Module } from '@nestjs/common';
import { notLoggedIn } from '../admission/authentication.guard.js';
import { type Call, Endpoint, JsonPieces, type JsonText, type TextPiece } from '../http/index.js';
import { LongPolls } from './long-polls.js';
import type { Registration } from './register-snapshots.js';

@Controller()
export class EventQueuesController {
  constructor(private readonly longPolls: LongPolls) {}

  @Endpoint(registerQueue)
  async register(call: Call<typeof registerQueue>): Promise<JsonPieces> {
    const { principal, parameters } = call;
    const { registrar } = this.longPolls;
    if (principal === null) {
      await requireSpectatorAccess(call);
      return registerResponse(null, -1, await registrar.spectatorState(readRegistration(parameters, true), call));
    }
    const registration = readRegistration(parameters, false);
    const queue = await registrar.register(principal, registration, call, () => call.callerNow());
    return registerResponse(queue.queueId, queue.lastEventId, queue.state);
  }

  @Endpoint(getEvents)
  async get(call: Call<typeof getEvents>): Promise<JsonText | EventPage> {
    const { queueId, lastEventId = null, dontBlock } = call.parameters;
    const { userId, realmId } = call.principal;
    if (queueId === undefined) return this.getFromNewQueue(call);
    requireOwn(queueId, call.principal);
    const { polls, holders } = this.longPolls;
    if (dontBlock) {
      const { requestId, asOf } = call;
      await holders.catchUp(realmId, userId, { realmId, requestId, asOf });
    }
    return new Promise<JsonText>((resolve, reject) => {
      const end = { resolve, reject, call };
      if (dontBlock) {
        polls.lookOnce(queueId, userId, realmId, lastEventId, end);
        return;
      }
      const poll = polls.wait(queueId, userId, realmId, lastEventId, end);
      call.onDisconnect(() => polls.abandon(poll));
    });
  }

  @Endpoint(deleteQueue)
  async delete(call: Call<typeof deleteQueue>): Promise<NoFields> {
    const { queueId } = call.parameters;
    const { userId, realmId } = call.principal;
    requireOwn(queueId, call.principal);
    await call.request(DeleteEventQueue, { userId, realmId, queueId });
    return {};
  }

  /** Responds at once: without the queue's id, a client that disconnects could not return to it. */
  private async getFromNewQueue(call: Call<typeof getEvents>): Promise<EventPage> {
    const registration = { ...readRegistration(call.parameters, false), state: 'none' as const };
    const { registrar } = this.longPolls;
    const queue = await registrar.register(call.principal, registration, call, () => call.callerNow());
    return { events: [], queueId: queue.queueId, lastEventId: queue.lastEventId };
  }
}

async function requireSpectatorAccess(call: Call<typeof registerQueue>): Promise<void> {
  const { state } = await call.request(GetRealm, { realmId: call.realmId });
  if (state.isDeactivated) throw unauthorized('This organization has been deactivated');
  if (!state.enableSpectatorAccess) throw notLoggedIn();
}

/** A queue id names its shard, and the user id does so, too: a wrong shard means another user's queue. */
function requireOwn(queueId: string, { userId }: Principal): void {
  if (shardOfQueueId(queueId) !== eventShardOf(userId)) throw badEventQueueId(queueId);
}

/** Throws if the narrow has no meaning for a queue, or for parameters that spectators may not send. */
function readRegistration(parameters: RegistrationParameters, isSpectator: boolean): Registration {
  parseQueueNarrow(parameters.narrow);
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
      allPublicStreams: parameters.allPublicStreams,
      capabilities: parameters.clientCapabilities ?? NO_CAPABILITIES,
      eventTypes: types,
      narrow: parameters.narrow as unknown[],
    },
    fetchEventTypes: parameters.fetchEventTypes ?? types,
    state: 'fetched',
  };
}

function registerResponse(queueId: string | null, lastEventId: number, state: readonly TextPiece[]): JsonPieces {
  const fields: Wire<RegisteredQueue> = { queue_id: queueId, last_event_id: lastEventId };
  const own = JSON.stringify(fields).slice(1, -1);
  return new JsonPieces(state.length === 0 ? [own] : [own, ',', ...state]);
}

@Module({ controllers: [EventQueuesController], providers: [LongPolls] })
export class EventQueuesModule {}
