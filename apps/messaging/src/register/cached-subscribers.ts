import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RealmUsers } from '../projections/realm-users.js';

/** Cached ids of all streams. The list used least recently leaves first. An id takes about 15 bytes with its text. */
const MAX_CACHED_IDS = 2_000_000;
/** Memory of a list without its ids, as a number of ids. So empty lists count, too. */
const IDS_PER_LIST = 20;

interface CachedList {
  readonly version: number;
  readonly userIds: readonly number[];
  /** The last text that was written of it. */
  text?: WrittenList;
}

interface WrittenList {
  /** Users that the text leaves out, ascending. */
  readonly unlisted: string;
  readonly text: string;
}

/**
 * Caches the subscribers of streams while the streams' subscriber versions are unchanged. A registration needs all of them, and to
 * read a hundred thousand rows would take longer than the rest of it.
 */
@Injectable()
export class CachedSubscribers {
  private readonly lists = new LRUCache<number, CachedList>({
    maxSize: MAX_CACHED_IDS,
    sizeCalculation: ({ userIds }) => IDS_PER_LIST + userIds.length,
  });

  /**
   * Listed subscribers by stream, ascending, as of the transaction's snapshot: the text of an array of ids. Deactivated users are not
   * listed.
   */
  async textsOf(tx: Transaction, streamIds: readonly number[], users: RealmUsers): Promise<Map<number, string>> {
    const lists = await this.read(tx, streamIds);
    const unlistedIds = new Set(users.deactivatedIds());
    const unlisted = [...unlistedIds].sort((a, b) => a - b).join(',');
    const texts = new Map<number, string>();
    for (const [streamId, list] of lists) {
      if (list.text?.unlisted !== unlisted) {
        list.text = { unlisted, text: JSON.stringify(list.userIds.filter((id) => !unlistedIds.has(id))) };
      }
      texts.set(streamId, list.text.text);
    }
    return texts;
  }

  private async read(tx: Transaction, streamIds: readonly number[]): Promise<Map<number, CachedList>> {
    const versions = await tx.queryPrepared<{ streamId: number; version: number }>(
      'SELECT stream_id AS "streamId", version FROM subscriber_versions WHERE stream_id = ANY ($1)',
      [streamIds],
    );
    // A stream without a version has not changed since versions are counted.
    const versionOf = new Map(versions.map(({ streamId, version }) => [streamId, version]));
    const found = new Map<number, CachedList>();
    const missing = streamIds.filter((streamId) => {
      const cached = this.lists.get(streamId);
      if (cached?.version !== (versionOf.get(streamId) ?? 0)) return true;
      found.set(streamId, cached);
      return false;
    });
    if (missing.length > 0) {
      const read = await readAll(tx, missing);
      for (const streamId of missing) {
        const list = { version: versionOf.get(streamId) ?? 0, userIds: read.get(streamId) ?? [] };
        found.set(streamId, list);
        // A slower snapshot must not replace what a newer one left.
        if ((this.lists.peek(streamId)?.version ?? 0) <= list.version) this.lists.set(streamId, list);
      }
    }
    return found;
  }
}

async function readAll(tx: Transaction, streamIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await tx.query<{ streamId: number; userIds: number[] }>(
    `SELECT stream_id AS "streamId", array_agg(user_id ORDER BY user_id) AS "userIds"
     FROM subscriptions WHERE stream_id = ANY ($1) AND is_active GROUP BY stream_id`,
    [streamIds],
  );
  return new Map(rows.map(({ streamId, userIds }) => [streamId, userIds]));
}
