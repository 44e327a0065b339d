import {
  ArchiveStream,
  GetFanoutFacts,
  GetStream,
  GetStreamFacts,
  GetStreamId,
  GetStreamMembers,
  GetStreams,
  GetStreamTopics,
  UpdateStream,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { FanOutStateService } from './fan-out-state.service.js';
import { StreamTopicsService } from './stream-topics.service.js';
import { StreamsService } from './streams.service.js';
import { UpdateStreamService } from './update-stream.service.js';

@Controller()
export class StreamsController {
  constructor(
    private readonly fanOutState: FanOutStateService,
    private readonly streams: StreamsService,
    private readonly topics: StreamTopicsService,
    private readonly updateStream: UpdateStreamService,
  ) {}

  @MessagePattern(GetFanoutFacts.pattern)
  getFanoutFacts(@Payload() request: GetFanoutFacts) {
    return this.fanOutState.fanoutFacts(request);
  }

  @MessagePattern(GetStreamFacts.pattern)
  getStreamFacts(@Payload() request: GetStreamFacts) {
    return this.fanOutState.streamFacts(request);
  }

  @MessagePattern(GetStreams.pattern)
  getStreams(@Payload() request: GetStreams) {
    return this.streams.list(request);
  }

  @MessagePattern(GetStream.pattern)
  getStream(@Payload() request: GetStream) {
    return this.streams.one(request);
  }

  @MessagePattern(GetStreamId.pattern)
  getStreamId(@Payload() request: GetStreamId) {
    return this.streams.idOf(request);
  }

  @MessagePattern(GetStreamMembers.pattern)
  getMembers(@Payload() request: GetStreamMembers) {
    return this.streams.members(request);
  }

  @MessagePattern(GetStreamTopics.pattern)
  getTopics(@Payload() request: GetStreamTopics) {
    return this.topics.list(request);
  }

  @MessagePattern(UpdateStream.pattern)
  update(@Payload() request: UpdateStream) {
    return this.updateStream.update(request);
  }

  @MessagePattern(ArchiveStream.pattern)
  archive(@Payload() request: ArchiveStream, @Ctx() context: RpcContext) {
    return this.streams.archive(request, context.request);
  }
}
