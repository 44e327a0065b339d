import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { NoPictureInspector, PictureInspector } from './picture-inspector.js';
import { FileReceiver } from './receive-file.js';
import { NoScanner, Scanner } from './scanner.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [StorageModule, TransfersModule, UsageModule],
  controllers: [UploadsController],
  providers: [
    UploadsService,
    UploadsRepository,
    FileReceiver,
    RealmRecords,
    { provide: Scanner, useClass: NoScanner },
    { provide: PictureInspector, useClass: NoPictureInspector },
  ],
  exports: [FileReceiver, UploadsRepository],
})
export class UploadsModule {}
