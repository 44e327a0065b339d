import { Module } from '@nestjs/common';
import { FileTransfersModule } from '../file-transfers/file-transfers.module.js';
import { Images } from './images.js';

@Module({ imports: [FileTransfersModule], providers: [Images], exports: [Images] })
export class ImagesModule {}
