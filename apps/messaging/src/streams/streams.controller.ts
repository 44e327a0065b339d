import {
  archiveStream,
  FindReadableStreams,
  FindStreamsByName,
  FindVisibleStreams,
  GetFanoutState,
  GetStreams,
  getStream,
  getStreamId,
  getStreamMembers,
  getStreams,
  getStreamTopics,
  Principal,
  StreamChange,
  StreamFilters,
  StreamName,
  StreamSelection,
  updateStream,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Actor, Handles, Parameters, RealmId } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { StreamsService } from './streams.service.js';
import { StreamsOfBotsService } from './streams-of-bots.service.js';
import { UpdateStreamService } from './update-stream.service.js';

@Controller()
export class StreamsController {
  constructor(
    private readonly streams: StreamsService,
    private readonly updateStream: UpdateStreamService,
    private readonly botStreams: StreamsOfBotsService,
  ) {}

  @MessagePattern(GetFanoutState.pattern)
  getFanoutState(@Payload() request: GetFanoutState) {
    return this.streams.fanoutState(request);
  }

  @MessagePattern(GetStreams.pattern)
  activeStreams(@Payload() request: GetStreams) {
    return this.streams.activeStreams(request);
  }

  @MessagePattern(FindReadableStreams.pattern)
  findReadable(@Payload() { actor, streamIds }: FindReadableStreams) {
    return this.streams.readableAmong(actor, streamIds);
  }

  @MessagePattern(FindStreamsByName.pattern)
  findByName(@Payload() { actor, viewerIds, names }: FindStreamsByName) {
    return this.botStreams.findByName(actor, viewerIds, names);
  }

  @MessagePattern(FindVisibleStreams.pattern)
  findVisible(@Payload() { realmId, viewerIds, streamIds }: FindVisibleStreams) {
    return this.botStreams.visibleAmong(realmId, viewerIds, streamIds);
  }

  @Handles(getStreams, { mayReadStandby: true })
  getStreams(@Actor() actor: Principal, @Parameters() filters: StreamFilters) {
    return this.streams.list(actor, filters);
  }

  @Handles(getStream)
  getStream(@Actor() actor: Principal, @Parameters() { streamId }: StreamSelection) {
    return this.streams.one(actor, streamId);
  }

  @Handles(getStreamId)
  getStreamId(@Actor() actor: Principal, @Parameters() { stream }: StreamName) {
    return this.streams.idOf(actor, stream);
  }

  @Handles(getStreamMembers, { mayReadStandby: true })
  getMembers(@Actor() actor: Principal, @Parameters() { streamId }: StreamSelection) {
    return this.streams.members(actor, streamId);
  }

  @Handles(getStreamTopics, { mayReadStandby: true })
  getTopics(@Actor() actor: Principal | null, @RealmId() realmId: number, @Parameters() { streamId }: StreamSelection) {
    return this.streams.topics(actor, realmId, streamId);
  }

  @Handles(updateStream)
  update(@Actor() actor: Principal, @Parameters() change: StreamChange, @Ctx() context: RpcContext) {
    return this.updateStream.update(actor, change, context.request);
  }

  @Handles(archiveStream)
  archive(@Actor() actor: Principal, @Parameters() { streamId }: StreamSelection, @Ctx() context: RpcContext) {
    return this.streams.archive(actor, streamId, context.request);
  }
}
