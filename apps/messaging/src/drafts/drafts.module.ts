import { Module } from '@nestjs/common';
import { DraftsController } from './drafts.controller.js';
import { DraftsService } from './drafts.service.js';
import { DraftsSwitchedOffConsumer } from './drafts-switched-off.consumer.js';

@Module({
  controllers: [DraftsController],
  providers: [DraftsService, DraftsSwitchedOffConsumer],
  exports: [DraftsService],
})
export class DraftsModule {}
