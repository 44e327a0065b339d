import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { CreateStreamsService } from './create-streams.service.js';
import { InsertMessagesService } from './insert-messages.service.js';
import { OperatorController } from './operator.controller.js';

@Module({
  imports: [MessagesModule, ProjectionsModule, StreamRecordsModule],
  controllers: [OperatorController],
  providers: [CreateStreamsService, InsertMessagesService],
})
export class OperatorModule {}
