import { DeleteMessage, DeleteTopic, EditMessage, GetMessageHistory } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, PartiallyCompleted } from '../http/index.js';
import * as endpoints from './message-edits.endpoints.js';

@Controller()
export class MessageEditsController {
  @Endpoint(endpoints.editMessageEndpoint)
  async edit(call: Call<typeof endpoints.editMessageEndpoint>) {
    await call.request(EditMessage, {
      actor: call.principal,
      messageId: call.path.messageId,
      ...call.parameters,
    });
    return {};
  }

  @Endpoint(endpoints.deleteMessageEndpoint)
  async delete(call: Call<typeof endpoints.deleteMessageEndpoint>) {
    await call.request(DeleteMessage, { actor: call.principal, messageId: call.path.messageId });
    return {};
  }

  @Endpoint(endpoints.getMessageHistoryEndpoint)
  getHistory(call: Call<typeof endpoints.getMessageHistoryEndpoint>) {
    return call.request(GetMessageHistory, { actor: call.principal, messageId: call.path.messageId });
  }

  @Endpoint(endpoints.deleteTopicEndpoint)
  async deleteTopic(call: Call<typeof endpoints.deleteTopicEndpoint>) {
    const { isComplete } = await call.request(DeleteTopic, {
      actor: call.principal,
      streamId: call.path.streamId,
      topic: call.parameters.topicName,
    });
    return isComplete ? {} : new PartiallyCompleted({});
  }
}

@Module({ controllers: [MessageEditsController] })
export class MessageEditsModule {}
