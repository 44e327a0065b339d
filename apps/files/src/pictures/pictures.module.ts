import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { PictureDecoders } from './decoder/picture-decoders.js';
import { PictureInspector } from './picture-inspector.js';
import { PreviewsRepository } from './previews/previews.repository.js';
import { Previews } from './previews/previews.service.js';
import { StoredPictureInspector } from './stored-picture-inspector.js';

@Module({
  imports: [StorageModule],
  providers: [
    PictureDecoders,
    Previews,
    PreviewsRepository,
    { provide: PictureInspector, useClass: StoredPictureInspector },
  ],
  exports: [PictureDecoders, PictureInspector, Previews, PreviewsRepository],
})
export class PicturesModule {}
