import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
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
    const ended = await this.database.query<{ id: number }>(
      `SELECT id FROM files WHERE state = 'receiving' AND active_at < now() - make_interval(secs => $1)
       ORDER BY active_at LIMIT $2`,
      [INCOMPLETE_AFTER_MS / 1_000, UPLOADS_PER_RUN],
    );
    for (const { id } of ended) await this.database.transaction((tx) => this.uploads.remove(tx, { id }));
    await this.storage.removeIncomplete(new Date(Date.now() - INCOMPLETE_AFTER_MS));
    return ended.length;
  }
}
