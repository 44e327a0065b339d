import { Module } from '@nestjs/common';
import { FlagsHandler } from './flags.handler.js';
import { FlagsRpc } from './flags.rpc.js';
import { ReadReceiptsHandler } from './read-receipts.handler.js';
import { UnsubscribedConsumer } from './unsubscribed.consumer.js';

@Module({
  controllers: [FlagsRpc],
  providers: [FlagsHandler, ReadReceiptsHandler, UnsubscribedConsumer],
  exports: [FlagsHandler],
})
export class FlagsModule {}
