import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { DownloadsController } from './downloads.controller.js';
import { DownloadsRepository } from './downloads.repository.js';
import { DownloadsService } from './downloads.service.js';
import { FileServer } from './file-server.js';

@Module({
  imports: [StorageModule, TransfersModule],
  controllers: [DownloadsController],
  providers: [DownloadsService, DownloadsRepository, FileServer],
})
export class DownloadsModule {}
