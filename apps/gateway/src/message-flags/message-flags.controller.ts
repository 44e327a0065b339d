import {
  GetReadReceipts,
  MAX_MESSAGES_PER_FLAG_UPDATE,
  MarkAllAsRead,
  MarkStreamAsRead,
  MarkTopicAsRead,
  UpdateMessageFlags,
  UpdateMessageFlagsForNarrow,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import * as endpoints from './message-flags.endpoints.js';

@Controller()
export class MessageFlagsController {
  @Endpoint(endpoints.updateFlagsEndpoint)
  update(call: Call<typeof endpoints.updateFlagsEndpoint>) {
    const { messages, op, flag } = call.parameters;
    return call.request(UpdateMessageFlags, { actor: call.principal, messageIds: messages, op, flag });
  }

  @Endpoint(endpoints.updateFlagsForNarrowEndpoint)
  async updateForNarrow(call: Call<typeof endpoints.updateFlagsForNarrowEndpoint>) {
    const update = await call.request(UpdateMessageFlagsForNarrow, {
      actor: call.principal,
      ...call.parameters,
      ...withinLimit(call.parameters.numBefore, call.parameters.numAfter),
    });
    return {
      processed_count: update.processedCount,
      updated_count: update.updatedCount,
      first_processed_id: update.firstProcessedId,
      last_processed_id: update.lastProcessedId,
      found_oldest: update.foundOldest,
      found_newest: update.foundNewest,
    };
  }

  @Endpoint(endpoints.markAllAsReadEndpoint)
  async markAll(call: Call<typeof endpoints.markAllAsReadEndpoint>) {
    await call.request(MarkAllAsRead, { actor: call.principal });
    return {};
  }

  @Endpoint(endpoints.markStreamAsReadEndpoint)
  async markStream(call: Call<typeof endpoints.markStreamAsReadEndpoint>) {
    await call.request(MarkStreamAsRead, { actor: call.principal, streamId: call.parameters.streamId });
    return {};
  }

  @Endpoint(endpoints.markTopicAsReadEndpoint)
  async markTopic(call: Call<typeof endpoints.markTopicAsReadEndpoint>) {
    const { streamId, topicName } = call.parameters;
    await call.request(MarkTopicAsRead, { actor: call.principal, streamId, topic: topicName });
    return {};
  }

  @Endpoint(endpoints.getReadReceiptsEndpoint)
  async readReceipts(call: Call<typeof endpoints.getReadReceiptsEndpoint>) {
    const { userIds } = await call.request(GetReadReceipts, {
      actor: call.principal,
      messageId: call.path.messageId,
    });
    return { user_ids: userIds };
  }
}

/** Fewer than were asked for, if those are too many: the answer says that an end was not reached. */
function withinLimit(wantedBefore: number, wantedAfter: number): { numBefore: number; numAfter: number } {
  const limit = MAX_MESSAGES_PER_FLAG_UPDATE;
  const numBefore = Math.min(wantedBefore, Math.max(limit - wantedAfter, limit / 2));
  return { numBefore, numAfter: Math.min(wantedAfter, limit - numBefore) };
}

@Module({ controllers: [MessageFlagsController] })
export class MessageFlagsModule {}
