import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { FlagsHandler } from './flags.handler.js';
import { FlagsRpc } from './flags.rpc.js';
import { LeftStreams } from './left-streams.js';
import { MutedUsers } from './muted-users.js';
import { ReadReceiptsHandler } from './read-receipts.handler.js';
import { UpdateFlagsForNarrowHandler } from './update-flags-for-narrow.handler.js';

@Module({
  imports: [AccessModule, ProjectionsModule, HistoryModule],
  controllers: [FlagsRpc],
  providers: [FlagsHandler, LeftStreams, MutedUsers, ReadReceiptsHandler, UpdateFlagsForNarrowHandler],
  exports: [FlagsHandler, LeftStreams],
})
export class FlagsModule {}
