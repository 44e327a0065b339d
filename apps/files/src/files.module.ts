import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { AttachmentsModule } from './attachments/attachments.module.js';
import { FILES } from './files.options.js';
import { StorageModule } from './storage/storage.module.js';

@Module({ imports: [ServiceModule.forRoot(FILES), AttachmentsModule, StorageModule] })
export class FilesModule {}
