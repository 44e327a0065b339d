import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { TypingController } from './typing.controller.js';
import { TypingService } from './typing.service.js';

@Module({ imports: [MessagesModule], controllers: [TypingController], providers: [TypingService] })
export class TypingModule {}
