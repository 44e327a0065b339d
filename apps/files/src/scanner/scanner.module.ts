import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ClamdScanner } from './clamd-scanner.js';
import { LateScans } from './late-scans.js';
import { Scanner } from './scanner.js';
import { ScannerMetrics } from './scanner-metrics.js';

@Module({
  imports: [AttachmentsModule, StorageModule],
  providers: [ClamdScanner, LateScans, ScannerMetrics, { provide: Scanner, useExisting: ClamdScanner }],
  exports: [Scanner],
})
export class ScannerModule {}
