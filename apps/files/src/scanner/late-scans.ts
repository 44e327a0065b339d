import { ApiError } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { RepeatedJobs, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AttachmentsRepository } from '../attachments/attachments.repository.js';
import { FileEntity } from '../attachments/file.entity.js';
import { FileRemoval } from '../attachments/file-removal.js';
import { FileStorage, ObjectMissing } from '../storage/file-storage.js';
import { ScannerAway } from './clamd.js';
import { ClamdScanner } from './clamd-scanner.js';

const EVERY_MS = 30_000;
/** Files of one turn. */
const MAX_FILES = 100;

/**
 * Scans the files that arrived while the scanner was away, and removes infected ones. Runs in every replica; two scans of one file do no
 * harm.
 */
@Injectable()
export class LateScans implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
    private readonly scanner: ClamdScanner,
    private readonly attachments: AttachmentsRepository,
    private readonly removal: FileRemoval,
    private readonly resources: ServiceResources,
    private readonly jobs: RepeatedJobs,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.scanner.isOn) return;
    this.jobs.start({ name: 'late scans', everyMs: EVERY_MS, run: (signal) => this.run(signal) });
  }

  /** Scans due files, the oldest first, until the scanner is away again. */
  async run(signal?: AbortSignal): Promise<void> {
    const due = { isScanDue: true, state: 'ready' as const };
    const files = await this.database
      .getRepository(FileEntity)
      .find({ where: due, order: { id: 'ASC' }, take: MAX_FILES });
    for (const file of files) {
      if (signal?.aborted) return;
      try {
        await this.scan(file);
      } catch (error) {
        this.resources.logger.warn({ err: error, fileId: file.id }, 'File is not scanned yet; it is tried again');
        if (error instanceof ScannerAway) return;
      }
    }
  }

  private async scan({ id, realmId, storageKey }: FileEntity): Promise<void> {
    try {
      await this.scanner.requireClean(await this.storage.get(storageKey));
    } catch (error) {
      const isRejected = error instanceof ApiError && error.code === 'FILE_REJECTED';
      if (!isRejected && !(error instanceof ObjectMissing)) throw error;
      if (isRejected) await this.remove(id, realmId);
      return;
    }
    await this.database.transaction((tx) => tx.getRepository(FileEntity).update({ id }, { isScanDue: false }));
  }

  private async remove(fileId: number, realmId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const file = await this.attachments.lock(tx, { id: fileId });
      if (file !== null) await this.removal.remove(tx, file);
    });
    this.resources.logger.warn({ fileId, realmId }, 'File was rejected by the scanner and removed');
  }
}
