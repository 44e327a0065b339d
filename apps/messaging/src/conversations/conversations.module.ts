import { Module } from '@nestjs/common';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';

@Module({ controllers: [ConversationsController], providers: [ConversationsService] })
export class ConversationsModule {}
