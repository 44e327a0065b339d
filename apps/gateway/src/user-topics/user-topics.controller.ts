import { badRequest, SetUserTopic, TopicVisibility } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { muteTopicEndpoint, setUserTopicEndpoint } from './user-topics.endpoints.js';

@Controller()
export class UserTopicsController {
  @Endpoint(muteTopicEndpoint)
  async mute(call: Call<typeof muteTopicEndpoint>) {
    const { streamId, stream, topic, op } = call.parameters;
    if (streamId === undefined && stream === undefined) throw badRequest("Please supply 'stream'.");
    if (streamId !== undefined && stream !== undefined) {
      throw badRequest("Please choose one: 'stream' or 'stream_id'.");
    }
    await call.request(SetUserTopic, {
      actor: call.principal,
      streamId,
      streamName: stream,
      topic,
      visibilityPolicy: op === 'add' ? TopicVisibility.Muted : TopicVisibility.Inherit,
      mustBeSubscribed: true,
    });
    return {};
  }

  @Endpoint(setUserTopicEndpoint)
  async set(call: Call<typeof setUserTopicEndpoint>) {
    await call.request(SetUserTopic, { actor: call.principal, ...call.parameters });
    return {};
  }
}

@Module({ controllers: [UserTopicsController] })
export class UserTopicsModule {}
