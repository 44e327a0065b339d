import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { FileClaimsController } from './file-claims.controller.js';
import { FileClaimsService } from './file-claims.service.js';

@Module({
  imports: [AttachmentsModule, UsageModule],
  controllers: [FileClaimsController],
  providers: [FileClaimsService],
})
export class FileClaimsModule {}
