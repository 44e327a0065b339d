import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { TypingController } from './typing.controller.js';
import { TypingService } from './typing.service.js';

@Module({
  imports: [AccessModule, MessagesModule, ProjectionsModule],
  controllers: [TypingController],
  providers: [TypingService],
})
export class TypingModule {}
