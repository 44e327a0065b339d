import {
  badEventQueueId,
  DeleteEventQueue,
  deleteQueue,
  type EventPage,
  eventShardOf,
  getEvents,
  type NoFields,
  type Principal,
  shardOfQueueId,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, type JsonText } from '../http/index.js';
import { LongPolls } from './long-polls.js';
import { pageOfNewQueue, RegisterController } from './register.controller.js';

@Controller()
export class EventQueuesController {
  constructor(private readonly longPolls: LongPolls) {}

  @Endpoint(getEvents)
  async get(call: Call<typeof getEvents>): Promise<JsonText | EventPage> {
    const { queueId, lastEventId = null, dontBlock } = call.parameters;
    const { userId, realmId } = call.principal;
    if (queueId === undefined) return pageOfNewQueue(this.longPolls.registrar, call);
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
}

/** A queue id names its shard, and the user id does so, too: a wrong shard means another user's queue. */
function requireOwn(queueId: string, { userId }: Principal): void {
  if (shardOfQueueId(queueId) !== eventShardOf(userId)) throw badEventQueueId(queueId);
}

@Module({ controllers: [RegisterController, EventQueuesController], providers: [LongPolls] })
export class EventQueuesModule {}
