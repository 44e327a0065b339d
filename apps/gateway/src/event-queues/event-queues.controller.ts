import {
  badEventQueueId,
  DeleteEventQueue,
  eventShardOf,
  GetRealm,
  type Principal,
  shardOfQueueId,
  unauthorized,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { notLoggedIn } from '../admission/basic-credentials.js';
import { type Call, Endpoint, JsonPieces, JsonText, type TextPiece } from '../http/index.js';
import { deleteQueueEndpoint, getEventsEndpoint, registerEndpoint } from './event-queues.endpoints.js';
import { LongPolls } from './long-polls.js';
import { readRegistration } from './registration-parameters.js';

@Controller()
export class EventQueuesController {
  constructor(private readonly longPolls: LongPolls) {}

  @Endpoint(registerEndpoint)
  async register(call: Call<typeof registerEndpoint>): Promise<JsonPieces> {
    const { principal } = call;
    if (principal === null) await refuseStrangers(call);
    const registration = readRegistration(call.parameters, principal === null);
    if (principal === null) {
      return registerAnswer(null, -1, await this.longPolls.registrar.spectatorState(registration, call));
    }
    const queue = await this.longPolls.registrar.register(principal, registration, call, () => call.callerNow());
    return registerAnswer(queue.queueId, queue.lastEventId, queue.state);
  }

  @Endpoint(getEventsEndpoint)
  async get(call: Call<typeof getEventsEndpoint>): Promise<JsonText> {
    const { queueId, lastEventId = null, dontBlock } = call.parameters;
    const { userId, realmId } = call.principal;
    if (queueId === undefined) return this.getFromNewQueue(call);
    requireOwn(queueId, call.principal);
    const { polls, caughtUp } = this.longPolls;
    if (dontBlock) await caughtUp.reach(realmId, userId, call);
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

  @Endpoint(deleteQueueEndpoint)
  async delete(call: Call<typeof deleteQueueEndpoint>): Promise<Record<string, never>> {
    const { queueId } = call.parameters;
    const { userId, realmId } = call.principal;
    requireOwn(queueId, call.principal);
    await call.request(DeleteEventQueue, { userId, realmId, queueId });
    return {};
  }

  /** Answered at once: until then nobody knows the queue, and a client that went away could not come back to it. */
  private async getFromNewQueue(call: Call<typeof getEventsEndpoint>): Promise<JsonText> {
    const registration = { ...readRegistration(call.parameters, false), state: 'none' as const };
    const { registrar } = this.longPolls;
    const { queueId, lastEventId } = await registrar.register(call.principal, registration, call, () =>
      call.callerNow(),
    );
    return new JsonText(JSON.stringify({ events: [], queue_id: queueId, last_event_id: lastEventId }));
  }
}

/** Without an account one gets in where the organization is open to everybody, and still exists. */
async function refuseStrangers(call: Call<typeof registerEndpoint>): Promise<void> {
  const { state } = await call.request(GetRealm, { realmId: call.realmId });
  if (state.isDeactivated) throw unauthorized('This organization has been deactivated');
  if (!state.enableSpectatorAccess) throw notLoggedIn();
}

/** An id names its shard, and the shard its users: nobody need be asked about others' queues. */
function requireOwn(queueId: string, { userId }: Principal): void {
  if (shardOfQueueId(queueId) !== eventShardOf(userId)) throw badEventQueueId(queueId);
}

function registerAnswer(queueId: string | null, lastEventId: number, state: readonly TextPiece[]): JsonPieces {
  const own = JSON.stringify({
    queue_id: queueId,
    last_event_id: lastEventId,
  }).slice(1, -1);
  return new JsonPieces(state.length === 0 ? [own] : [own, ',', ...state]);
}
