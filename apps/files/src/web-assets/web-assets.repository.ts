import type { SharedWebAsset } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In, Raw } from 'typeorm';
import { WebAssetEntity } from './web-asset.entity.js';

/** A tab that was opened so long ago finds the files of its release. */
const KEPT_DAYS = 30;

@Injectable()
export class WebAssetsRepository {
  constructor(private readonly database: Database) {}

  /** Notes that the files are served. Returns the names of the stored ones. */
  async touch(names: readonly string[]): Promise<Set<string>> {
    return this.database.transaction(async (tx) => {
      const update = tx
        .getRepository(WebAssetEntity)
        .createQueryBuilder()
        .update({ servedAt: () => 'now()' });
      const { raw } = await update
        .where({ name: In(names) })
        .returning('name')
        .execute();
      return new Set((raw as { name: string }[]).map(({ name }) => name));
    });
  }

  async add(name: string, { encoding, content }: SharedWebAsset): Promise<void> {
    const row = { name, encoding, content: Buffer.from(content, 'base64') };
    await this.database.transaction((tx) =>
      tx.getRepository(WebAssetEntity).createQueryBuilder().insert().values(row).orIgnore().execute(),
    );
  }

  find(name: string): Promise<WebAssetEntity | null> {
    return this.database.getRepository(WebAssetEntity).findOneBy({ name });
  }

  async deleteUnserved(): Promise<void> {
    const servedAt = Raw((column) => `${column} < now() - make_interval(days => ${KEPT_DAYS})`);
    await this.database.transaction((tx) => tx.getRepository(WebAssetEntity).delete({ servedAt }));
  }
}
