import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { AttachmentsModule } from './attachments/attachments.module.js';
import { DownloadsModule } from './downloads/downloads.module.js';
import { FileClaimsModule } from './file-claims/file-claims.module.js';
import { FileOperationsModule } from './file-operations/file-operations.module.js';
import { FILES } from './files.options.js';
import { ImagesModule } from './images/images.module.js';
import { PicturesModule } from './pictures/pictures.module.js';
import { ResumableUploadsModule } from './resumable-uploads/resumable-uploads.module.js';
import { StorageModule } from './storage/storage.module.js';
import { SweepModule } from './sweep/sweep.module.js';
import { UploadsModule } from './uploads/uploads.module.js';
import { WebAssetsModule } from './web-assets/web-assets.module.js';

@Module({
  imports: [
    ServiceModule.forRoot(FILES),
    AttachmentsModule,
    DownloadsModule,
    FileClaimsModule,
    FileOperationsModule,
    ImagesModule,
    PicturesModule,
    ResumableUploadsModule,
    StorageModule,
    SweepModule,
    UploadsModule,
    WebAssetsModule,
  ],
})
export class FilesModule {}
