import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { DeleteMessagesService } from './delete-messages.service.js';
import { DetachedUploads } from './detached-uploads.js';
import { MessageEditsController } from './message-edits.controller.js';
import { MessageEditsService } from './message-edits.service.js';
import { MessageMoves } from './message-moves.js';
import { MessageVersionsService } from './message-versions.service.js';
import { ShownFilesConsumer } from './shown-files.consumer.js';
import { ShownFilesRepository } from './shown-files.repository.js';
import { ShownFilesService } from './shown-files.service.js';

@Module({
  imports: [MessagesModule],
  controllers: [MessageEditsController, ShownFilesConsumer],
  providers: [
    MessageEditsService,
    MessageMoves,
    MessageVersionsService,
    DeleteMessagesService,
    DetachedUploads,
    ShownFilesService,
    ShownFilesRepository,
  ],
})
export class MessageEditsModule {}
