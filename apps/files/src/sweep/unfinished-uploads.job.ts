import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { FileEntity } from '../attachments/file.entity.js';
import { FileStorage, INCOMPLETE_AFTER_MS } from '../storage/file-storage.js';
import { UploadsRepository } from '../uploads/uploads.repository.js';

const UPLOADS_PER_RUN = 1_000;

/** Removes uploads that ended without a trace, and returns their reservations. */
@Injectable()
export class UnfinishedUploadsJob {
  constructor(
    private readonly database: Database,
    private readonly uploads: UploadsRepository,
    private readonly storage: FileStorage,
  ) {}

  async run(): Promise<number> {
    const activeAt = Raw((column) => `${column} < now() - make_interval(secs => ${INCOMPLETE_AFTER_MS / 1_000})`);
    const where = { state: 'receiving', activeAt } as const;
    const oldestFirst = { where, order: { activeAt: 'ASC' }, take: UPLOADS_PER_RUN } as const;
    const ended = await this.database.getRepository(FileEntity).find(oldestFirst);
    for (const { id } of ended) await this.database.transaction((tx) => this.uploads.remove(tx, { id }));
    await this.storage.removeIncomplete(new Date(Date.now() - INCOMPLETE_AFTER_MS));
    return ended.length;
  }
}
