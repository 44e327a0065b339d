import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { RoleChangesConsumer } from './role-changes.consumer.js';
import { StreamsController } from './streams.controller.js';
import { StreamsService } from './streams.service.js';
import { StreamsOfBotsService } from './streams-of-bots.service.js';
import { UpdateStreamService } from './update-stream.service.js';

@Module({
  imports: [MessagesModule],
  controllers: [StreamsController, RoleChangesConsumer],
  providers: [StreamsOfBotsService, StreamsService, UpdateStreamService],
})
export class StreamsModule {}
