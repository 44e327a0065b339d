import { Module } from '@nestjs/common';
import { UsageModule } from '../usage/usage.module.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { AttachmentsService } from './attachments.service.js';

@Module({
  imports: [UsageModule],
  controllers: [AttachmentsController],
  providers: [AttachmentsService, AttachmentsRepository],
  exports: [AttachmentsService, AttachmentsRepository],
})
export class AttachmentsModule {}
