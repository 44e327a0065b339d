import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { FanOutStateService } from './fan-out-state.service.js';
import { RoleChangesConsumer } from './role-changes.consumer.js';
import { StreamNotices } from './stream-notices.js';
import { StreamTopicsService } from './stream-topics.service.js';
import { StreamsController } from './streams.controller.js';
import { StreamsService } from './streams.service.js';
import { UpdateStreamService } from './update-stream.service.js';

@Module({
  imports: [AccessModule, MessagesModule, ProjectionsModule, StreamRecordsModule],
  controllers: [StreamsController, RoleChangesConsumer],
  providers: [StreamsService, FanOutStateService, StreamNotices, StreamTopicsService, UpdateStreamService],
})
export class StreamsModule {}
