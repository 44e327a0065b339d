import { Module } from '@nestjs/common';
import { PicturesModule } from '../pictures/pictures.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { AttachmentsService } from './attachments.service.js';
import { FileRemoval } from './file-removal.js';

@Module({
  imports: [PicturesModule, UsageModule],
  controllers: [AttachmentsController],
  providers: [AttachmentsService, AttachmentsRepository, FileRemoval],
  exports: [AttachmentsService, AttachmentsRepository, FileRemoval],
})
export class AttachmentsModule {}
