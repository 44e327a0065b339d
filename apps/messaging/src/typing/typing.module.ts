import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { TypingController } from './typing.controller.js';

@Module({ imports: [MessagesModule], controllers: [TypingController] })
export class TypingModule {}
