import {
  badEventQueueId,
  DeleteEventQueue,
  deleteQueue,
  type EventPage,
  eventShardOf,
  GetRealm,
  getEvents,
  type NoFields,
  type Principal,
  type RegisteredQueue,
  registerQueue,
  shardOfQueueId,
  unauthorized,
  type Wire,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { notLoggedIn } from '../admission/basic-credentials.js';
import { type Call, Endpoint, JsonPieces, JsonText, type TextPiece } from '../http/index.js';
import { LongPolls } from './long-polls.js';
import { readRegistration } from './read-registration.js';

@Controller()
export class EventQueuesController {
  constructor(private readonly longPolls: LongPolls) {}

  @Endpoint(registerQueue)
  async register(call: Call<typeof registerQueue>): Promise<JsonPieces> {
    const { principal } = call;
    if (principal === null) await refuseStrangers(call);
    const registration = readRegistration(call.parameters, principal === null);
    if (principal === null) {
      return registerAnswer(null, -1, await this.longPolls.registrar.spectatorState(registration, call));
    }
    const queue = await this.longPolls.registrar.register(principal, registration, call, () => call.callerNow());
    return registerAnswer(queue.queueId, queue.lastEventId, queue.state);
  }

  @Endpoint(getEvents)
  async get(call: Call<typeof getEvents>): Promise<JsonText | EventPage> {
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

  @Endpoint(deleteQueue)
  async delete(call: Call<typeof deleteQueue>): Promise<NoFields> {
    const { queueId } = call.parameters;
    const { userId, realmId } = call.principal;
    requireOwn(queueId, call.principal);
    await call.request(DeleteEventQueue, { userId, realmId, queueId });
    return {};
  }

  /** Answered at once: until then nobody knows the queue, and a client that went away could not come back to it. */
  private async getFromNewQueue(call: Call<typeof getEvents>): Promise<EventPage> {
    const registration = { ...readRegistration(call.parameters, false), state: 'none' as const };
    const { registrar } = this.longPolls;
    const { queueId, lastEventId } = await registrar.register(call.principal, registration, call, () =>
      call.callerNow(),
    );
    return { events: [], queueId, lastEventId };
  }
}

/** Without an account one gets in where the organization is open to everybody, and still exists. */
async function refuseStrangers(call: Call<typeof registerQueue>): Promise<void> {
  const { state } = await call.request(GetRealm, { realmId: call.realmId });
  if (state.isDeactivated) throw unauthorized('This organization has been deactivated');
  if (!state.enableSpectatorAccess) throw notLoggedIn();
}

/** An id names its shard, and the shard its users: nobody need be asked about others' queues. */
function requireOwn(queueId: string, { userId }: Principal): void {
  if (shardOfQueueId(queueId) !== eventShardOf(userId)) throw badEventQueueId(queueId);
}

function registerAnswer(queueId: string | null, lastEventId: number, state: readonly TextPiece[]): JsonPieces {
  const fields: Wire<RegisteredQueue> = { queue_id: queueId, last_event_id: lastEventId };
  const own = JSON.stringify(fields).slice(1, -1);
  return new JsonPieces(state.length === 0 ? [own] : [own, ',', ...state]);
}
