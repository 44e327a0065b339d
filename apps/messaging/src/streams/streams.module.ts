import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { ArchiveStreamHandler } from './archive-stream.handler.js';
import { ListStreamsHandler } from './list-streams.handler.js';
import { RoleChangesConsumer } from './role-changes.consumer.js';
import { StreamFactsHandler } from './stream-facts.handler.js';
import { StreamNotices } from './stream-notices.js';
import { StreamTopicsHandler } from './stream-topics.handler.js';
import { StreamsRpc } from './streams.rpc.js';
import { UpdateStreamHandler } from './update-stream.handler.js';

@Module({
  imports: [AccessModule, MessagesModule, ProjectionsModule, StreamRecordsModule],
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
