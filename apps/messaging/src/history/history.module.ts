import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { HistoryController } from './history.controller.js';
import { HistoryService } from './history.service.js';
import { ResolveNarrow } from './resolve-narrow.js';

@Module({
  imports: [MessagesModule],
  controllers: [HistoryController],
  providers: [HistoryService, ResolveNarrow],
  exports: [HistoryService, ResolveNarrow],
})
export class HistoryModule {}
