import { randomUUID } from 'node:crypto';
import { setting } from '@chat/configuration';
import { FilesInUse, LINK_GRACE_SECONDS, MAX_CLAIMED_FILES_PER_MESSAGE } from '@chat/contracts';
import { Database, type Queryable } from '@chat/persistence';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { FileEntity } from '../attachments/file.entity.js';
import { FileRemoval } from '../attachments/file-removal.js';

/** Nothing links or holds the file, and no message is about to. Raw SQL: two statements share it. Parameters: days, seconds. */
const IS_UNCLAIMED = `state = 'ready' AND NOT is_held AND unlinked_since <= now() - make_interval(days => $1)
  AND (described_at IS NULL OR described_at < now() - make_interval(secs => $2))`;

/** Deletes files without a link for UNCLAIMED_FILES_DAYS: the row first, then, by another job, the bytes. */
@Injectable()
export class UnclaimedFilesJob {
  constructor(
    private readonly database: Database,
    private readonly removal: FileRemoval,
    private readonly client: RedisTransportClient,
  ) {}

  async run(signal?: AbortSignal, days = setting('UNCLAIMED_FILES_DAYS')): Promise<number> {
    let deleted = 0;
    for (let after = 0; !signal?.aborted; ) {
      const page = await this.unclaimedAfter(after, days);
      for (const [realmId, fileIds] of byRealm(page)) {
        const inUse = new Set(await this.inUse(realmId, fileIds));
        for (const fileId of fileIds.filter((id) => !inUse.has(id))) {
          if (await this.delete(fileId, days)) deleted++;
        }
      }
      if (page.length < MAX_CLAIMED_FILES_PER_MESSAGE) break;
      after = page.at(-1)?.id ?? after;
    }
    return deleted;
  }

  private unclaimedAfter(after: number, days: number): Promise<Pick<FileEntity, 'id' | 'realmId'>[]> {
    return this.database.query(
      `SELECT id, realm_id AS "realmId" FROM files WHERE ${IS_UNCLAIMED} AND id > $3 ORDER BY id LIMIT $4`,
      [days, LINK_GRACE_SECONDS, after, MAX_CLAIMED_FILES_PER_MESSAGE],
    );
  }

  /** The messaging service has the truth: a claim may be on its way to this service. */
  private inUse(realmId: number, fileIds: readonly number[]): Promise<readonly number[]> {
    return this.client.request(FilesInUse, { realmId, fileIds }, { realmId, requestId: randomUUID() });
  }

  private delete(fileId: number, days: number): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await isStillUnclaimed(tx, fileId, days))) return false;
      const file = await tx.getRepository(FileEntity).findOneByOrFail({ id: fileId });
      await this.removal.remove(tx, file);
      return true;
    });
  }
}

/** Locks the row. */
async function isStillUnclaimed(tx: Queryable, fileId: number, days: number): Promise<boolean> {
  const sql = `SELECT 1 FROM files WHERE ${IS_UNCLAIMED} AND id = $3 FOR UPDATE`;
  return (await tx.query(sql, [days, LINK_GRACE_SECONDS, fileId])).length > 0;
}

function byRealm(files: readonly Pick<FileEntity, 'id' | 'realmId'>[]): Map<number, number[]> {
  const realms = new Map<number, number[]>();
  for (const { id, realmId } of files) realms.set(realmId, [...(realms.get(realmId) ?? []), id]);
  return realms;
}
