import type { LinkedFile } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { FileEntity } from './file.entity.js';

@Injectable()
export class AttachmentsService {
  constructor(private readonly database: Database) {}

  async describe(realmId: number, pathIds: readonly string[]): Promise<LinkedFile[]> {
    const found = await this.database.transaction(async (tx) => {
      const files = tx.getRepository(FileEntity);
      const described = { realmId, pathId: In(pathIds), state: 'ready' as const };
      // Tells the sweep that a link may be on its way.
      await files.update(described, { describedAt: () => 'now()' });
      return files.findBy(described);
    });
    return found.map(({ id, ownerId, pathId, contentType, picture }) => ({
      fileId: id,
      ...{ ownerId, pathId, contentType, picture },
      preview: 'none',
      transcoded: null,
    }));
  }
}
