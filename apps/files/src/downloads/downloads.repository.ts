import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { FileEntity } from '../attachments/file.entity.js';

const READY = { state: 'ready' } as const;

@Injectable()
export class DownloadsRepository {
  constructor(private readonly database: Database) {}

  findByPath(realmId: number, pathId: string): Promise<FileEntity | null> {
    // PostgreSQL has no text with a null character.
    if (pathId.includes('\0')) return Promise.resolve(null);
    return this.files.findOneBy({ realmId, pathId, ...READY });
  }

  findById(id: number): Promise<FileEntity | null> {
    return this.files.findOneBy({ id, ...READY });
  }

  /** Counts a read by a spectator and returns the reads of the day. */
  async countSpectatorRead(fileId: number): Promise<number> {
    const [row] = await this.database.query<{ reads: number }>(
      `INSERT INTO spectator_reads AS counted (file_id, day, reads) VALUES ($1, current_date, 1)
       ON CONFLICT (file_id) DO UPDATE
       SET day = current_date, reads = CASE WHEN counted.day = current_date THEN counted.reads + 1 ELSE 1 END
       RETURNING reads`,
      [fileId],
    );
    return row?.reads ?? 0;
  }

  private get files() {
    return this.database.getRepository(FileEntity);
  }
}
