import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.js';
import { FlagsHandler } from './flags.handler.js';
import { FlagsRpc } from './flags.rpc.js';
import { MutedUsersConsumer } from './muted-users.consumer.js';
import { ReadReceiptsHandler } from './read-receipts.handler.js';
import { UnsubscribedConsumer } from './unsubscribed.consumer.js';
import { UpdateFlagsForNarrowHandler } from './update-flags-for-narrow.handler.js';

@Module({
  imports: [HistoryModule],
  controllers: [FlagsRpc],
  providers: [FlagsHandler, MutedUsersConsumer, ReadReceiptsHandler, UnsubscribedConsumer, UpdateFlagsForNarrowHandler],
  exports: [FlagsHandler],
})
export class FlagsModule {}
