import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { HistoryModule } from '../history/history.module.js';
import { LeftStreams } from './left-streams.js';
import { MessageFlagsController } from './message-flags.controller.js';
import { MessageFlagsService } from './message-flags.service.js';
import { MutedUsers } from './muted-users.js';
import { ReadReceiptsController } from './read-receipts.controller.js';

@Module({
  imports: [AccessModule, HistoryModule],
  controllers: [MessageFlagsController, ReadReceiptsController],
  providers: [MessageFlagsService, LeftStreams, MutedUsers],
  exports: [MessageFlagsService, LeftStreams],
})
export class MessageFlagsModule {}
