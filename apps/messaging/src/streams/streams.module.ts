import { Module } from '@nestjs/common';
import { ArchiveStreamHandler } from './archive-stream.handler.js';
import { ListStreamsHandler } from './list-streams.handler.js';
import { RoleChangesConsumer } from './role-changes.consumer.js';
import { StreamFactsHandler } from './stream-facts.handler.js';
import { StreamNotices } from './stream-notices.js';
import { StreamTopicsHandler } from './stream-topics.handler.js';
import { StreamsRpc } from './streams.rpc.js';
import { UpdateStreamHandler } from './update-stream.handler.js';

@Module({
  controllers: [StreamsRpc],
  providers: [
    ArchiveStreamHandler,
    ListStreamsHandler,
    RoleChangesConsumer,
    StreamFactsHandler,
    StreamNotices,
    StreamTopicsHandler,
    UpdateStreamHandler,
  ],
})
export class StreamsModule {}
