import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { FlagsController } from './flags.controller.js';
import { FlagsService } from './flags.service.js';
import { LeftStreams } from './left-streams.js';
import { MutedUsers } from './muted-users.js';
import { ReadReceiptsService } from './read-receipts.service.js';

@Module({
  imports: [AccessModule, ProjectionsModule, HistoryModule],
  controllers: [FlagsController],
  providers: [FlagsService, LeftStreams, MutedUsers, ReadReceiptsService],
  exports: [FlagsService, LeftStreams],
})
export class FlagsModule {}
