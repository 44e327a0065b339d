import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { PicturesModule } from '../pictures/pictures.module.js';
import { ScannerModule } from '../scanner/scanner.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { FileReceiver } from './receive-file.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [PicturesModule, ScannerModule, StorageModule, TransfersModule, UsageModule],
  controllers: [UploadsController],
  providers: [UploadsService, UploadsRepository, FileReceiver, RealmRecords],
  exports: [FileReceiver, UploadsRepository],
})
export class UploadsModule {}
