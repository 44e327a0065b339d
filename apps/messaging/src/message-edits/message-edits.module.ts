import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { DeleteMessagesService } from './delete-messages.service.js';
import { MessageEditsController } from './message-edits.controller.js';
import { MessageEditsService } from './message-edits.service.js';
import { MessageMoves } from './message-moves.js';
import { MessageVersionsService } from './message-versions.service.js';

@Module({
  imports: [MessagesModule],
  controllers: [MessageEditsController],
  providers: [MessageEditsService, MessageMoves, DeleteMessagesService, MessageVersionsService],
})
export class MessageEditsModule {}
