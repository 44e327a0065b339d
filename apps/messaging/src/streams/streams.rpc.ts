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
import { ArchiveStreamHandler } from './archive-stream.handler.js';
import { ListStreamsHandler } from './list-streams.handler.js';
import { StreamFactsHandler } from './stream-facts.handler.js';
import { StreamTopicsHandler } from './stream-topics.handler.js';
import { UpdateStreamHandler } from './update-stream.handler.js';

@Controller()
export class StreamsRpc {
  constructor(
    private readonly facts: StreamFactsHandler,
    private readonly lists: ListStreamsHandler,
    private readonly topics: StreamTopicsHandler,
    private readonly updateStream: UpdateStreamHandler,
    private readonly archiveStream: ArchiveStreamHandler,
  ) {}

  @MessagePattern(GetFanoutFacts.pattern)
  getFanoutFacts(@Payload() request: GetFanoutFacts) {
    return this.facts.fanoutFacts(request);
  }

  @MessagePattern(GetStreamFacts.pattern)
  getStreamFacts(@Payload() request: GetStreamFacts) {
    return this.facts.streamFacts(request);
  }

  @MessagePattern(GetStreams.pattern)
  getStreams(@Payload() request: GetStreams) {
    return this.lists.list(request);
  }

  @MessagePattern(GetStream.pattern)
  getStream(@Payload() request: GetStream) {
    return this.lists.one(request);
  }

  @MessagePattern(GetStreamId.pattern)
  getStreamId(@Payload() request: GetStreamId) {
    return this.lists.idOf(request);
  }

  @MessagePattern(GetStreamMembers.pattern)
  getMembers(@Payload() request: GetStreamMembers) {
    return this.lists.members(request);
  }

  @MessagePattern(GetStreamTopics.pattern)
  getTopics(@Payload() request: GetStreamTopics) {
    return this.topics.handle(request);
  }

  @MessagePattern(UpdateStream.pattern)
  update(@Payload() request: UpdateStream) {
    return this.updateStream.handle(request);
  }

  @MessagePattern(ArchiveStream.pattern)
  archive(@Payload() request: ArchiveStream, @Ctx() context: RpcContext) {
    return this.archiveStream.handle(request, context.request);
  }
}
