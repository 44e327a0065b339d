import { setting } from '@chat/configuration';
import { Module } from '@nestjs/common';
import { DiskStorage } from './disk-storage.js';
import { FileStorage } from './file-storage.js';

@Module({
  providers: [{ provide: FileStorage, useFactory: () => new DiskStorage(setting('FILES_DIR')) }],
  exports: [FileStorage],
})
export class StorageModule {}
