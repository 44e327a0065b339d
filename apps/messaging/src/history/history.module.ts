import { Module } from '@nestjs/common';
import { GetMessagesHandler } from './get-messages.handler.js';
import { HistoryRpc } from './history.rpc.js';
import { ResolveNarrow } from './resolve-narrow.js';

@Module({
  controllers: [HistoryRpc],
  providers: [GetMessagesHandler, ResolveNarrow],
  exports: [GetMessagesHandler, ResolveNarrow],
})
export class HistoryModule {}
