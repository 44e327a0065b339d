import { Module } from '@nestjs/common';
import { FileStorage } from './file-storage.js';
import { IncompleteObjects } from './incomplete-objects.js';
import { openStorage } from './open-storage.js';
import { StorageFailureLog } from './storage-failures.js';
import { StorageIdentity } from './storage-identity.js';

@Module({
  providers: [
    { provide: FileStorage, useFactory: () => openStorage() },
    StorageFailureLog,
    StorageIdentity,
    IncompleteObjects,
  ],
  exports: [FileStorage],
})
export class StorageModule {}
