import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { HistoryModule } from '../history/history.module.js';
import { MessageFlagsController } from './message-flags.controller.js';
import { MessageFlagsService } from './message-flags.service.js';
import { ReadMarks } from './read-marks.js';
import { ReadReceiptsService } from './read-receipts.service.js';

@Module({
  imports: [AccessModule, HistoryModule],
  controllers: [MessageFlagsController],
  providers: [MessageFlagsService, ReadMarks, ReadReceiptsService],
  exports: [MessageFlagsService, ReadMarks],
})
export class MessageFlagsModule {}
