import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { CreateStreamsService } from './create-streams.service.js';
import { InsertMessagesService } from './insert-messages.service.js';
import { OperatorController } from './operator.controller.js';

@Module({
  imports: [MessagesModule],
  controllers: [OperatorController],
  providers: [CreateStreamsService, InsertMessagesService],
})
export class OperatorModule {}
