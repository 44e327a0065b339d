import {
  ArchiveStream,
  GetStream,
  GetStreamId,
  GetStreamMembers,
  GetStreams,
  GetStreamTopics,
  StreamPostPolicy,
  UpdateStream,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import * as endpoints from './streams.endpoints.js';

@Controller()
export class StreamsController {
  @Endpoint(endpoints.getStreamsEndpoint)
  list(call: Call<typeof endpoints.getStreamsEndpoint>) {
    return call.requestText(GetStreams, { actor: call.principal, ...call.parameters });
  }

  @Endpoint(endpoints.getStreamEndpoint)
  get(call: Call<typeof endpoints.getStreamEndpoint>) {
    return call.requestText(GetStream, { actor: call.principal, streamId: call.path.streamId });
  }

  @Endpoint(endpoints.getStreamIdEndpoint)
  async getId(call: Call<typeof endpoints.getStreamIdEndpoint>) {
    const { streamId } = await call.request(GetStreamId, { actor: call.principal, name: call.parameters.stream });
    return { stream_id: streamId };
  }

  @Endpoint(endpoints.getStreamMembersEndpoint)
  members(call: Call<typeof endpoints.getStreamMembersEndpoint>) {
    return call.requestText(GetStreamMembers, { actor: call.principal, streamId: call.path.streamId });
  }

  @Endpoint(endpoints.getStreamTopicsEndpoint)
  topics(call: Call<typeof endpoints.getStreamTopicsEndpoint>) {
    const { streamId } = call.path;
    return call.requestText(GetStreamTopics, { actor: call.principal, realmId: call.realmId, streamId });
  }

  @Endpoint(endpoints.updateStreamEndpoint)
  async update(call: Call<typeof endpoints.updateStreamEndpoint>) {
    const { isAnnouncementOnly, streamPostPolicy, historyPublicToSubscribers, ...parameters } = call.parameters;
    await call.request(UpdateStream, {
      actor: call.principal,
      streamId: call.path.streamId,
      isHistoryPublicToSubscribers: historyPublicToSubscribers,
      postPolicy: isAnnouncementOnly === undefined ? streamPostPolicy : announcementPolicy(isAnnouncementOnly),
      ...parameters,
    });
    return {};
  }

  @Endpoint(endpoints.archiveStreamEndpoint)
  async archive(call: Call<typeof endpoints.archiveStreamEndpoint>) {
    await call.request(ArchiveStream, { actor: call.principal, streamId: call.path.streamId });
    return {};
  }
}

/** The deprecated way to name a policy. */
const announcementPolicy = (isAnnouncementOnly: boolean): number =>
  isAnnouncementOnly ? StreamPostPolicy.Administrators : StreamPostPolicy.Everyone;

@Module({ controllers: [StreamsController] })
export class StreamsModule {}
