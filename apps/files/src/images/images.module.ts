import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { PicturesModule } from '../pictures/pictures.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { ImageDownloadsService } from './image-downloads.service.js';
import { ImageUploadsService } from './image-uploads.service.js';
import { ImagesController } from './images.controller.js';
import { ImagesRepository } from './images.repository.js';
import { ImagesSweep } from './images-sweep.js';

@Module({
  imports: [PicturesModule, StorageModule, TransfersModule],
  controllers: [ImagesController],
  providers: [ImageUploadsService, ImageDownloadsService, ImagesRepository, ImagesSweep, RealmRecords],
  exports: [ImagesSweep],
})
export class ImagesModule {}
