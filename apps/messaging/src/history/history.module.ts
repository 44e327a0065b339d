import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { HistoryController } from './history.controller.js';
import { HistoryService } from './history.service.js';
import { ResolveNarrow } from './resolve-narrow.js';

@Module({
  imports: [AccessModule, MessagesModule, ProjectionsModule, StreamRecordsModule],
  controllers: [HistoryController],
  providers: [HistoryService, ResolveNarrow],
  exports: [HistoryService, ResolveNarrow],
})
export class HistoryModule {}
