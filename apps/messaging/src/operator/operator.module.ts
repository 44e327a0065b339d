import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { CreateStreamsController } from './create-streams.controller.js';
import { InsertMessagesController } from './insert-messages.controller.js';

@Module({ imports: [MessagesModule], controllers: [CreateStreamsController, InsertMessagesController] })
export class OperatorModule {}
