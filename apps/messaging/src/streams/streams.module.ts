import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { RoleChangesConsumer } from './role-changes.consumer.js';
import { StreamTopicsService } from './stream-topics.service.js';
import { StreamsController } from './streams.controller.js';
import { StreamsService } from './streams.service.js';
import { UpdateStreamService } from './update-stream.service.js';

@Module({
  imports: [MessagesModule],
  controllers: [StreamsController, RoleChangesConsumer],
  providers: [StreamsService, StreamTopicsService, UpdateStreamService],
})
export class StreamsModule {}
