import { Module } from '@nestjs/common';
import { PicturesModule } from '../pictures/pictures.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { DownloadsController } from './downloads.controller.js';
import { DownloadsRepository } from './downloads.repository.js';
import { DownloadsService } from './downloads.service.js';
import { FileServer } from './file-server.js';

@Module({
  imports: [PicturesModule, StorageModule, TransfersModule],
  controllers: [DownloadsController],
  providers: [DownloadsService, DownloadsRepository, FileServer],
})
export class DownloadsModule {}
