import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { GetMessagesHandler } from './get-messages.handler.js';
import { HistoryRpc } from './history.rpc.js';
import { ResolveNarrow } from './resolve-narrow.js';

@Module({
  imports: [AccessModule, MessagesModule, ProjectionsModule, StreamRecordsModule],
  controllers: [HistoryRpc],
  providers: [GetMessagesHandler, ResolveNarrow],
  exports: [GetMessagesHandler, ResolveNarrow],
})
export class HistoryModule {}
