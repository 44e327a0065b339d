import { LogReader } from '@chat/event-log';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RealmUsers } from '../projections/realm-users.js';
import { readSubscriberIds } from '../stream-records/stream-records.repository.js';

/** Cached ids in the lists of all streams, about 15 bytes each with the text. The least recently used list leaves first. */
const MAX_CACHED_IDS = 2_000_000;
/** Memory of a list without its ids, as a number of ids, so that empty lists count. */
const IDS_PER_LIST = 20;

interface CachedList {
  readonly version: number;
  readonly userIds: readonly number[];
  /** The last text of the list. `unlisted`: users that it leaves out, ascending. */
  text?: { readonly unlisted: string; readonly text: string };
}

/**
 * Caches the subscribers of streams while their subscriber versions are unchanged. A registration may need a hundred thousand of them, and
 * reading the rows would take longer than all else.
 */
@Injectable()
export class CachedSubscribers {
  private readonly lists = new LRUCache<number, CachedList>({
    maxSize: MAX_CACHED_IDS,
    sizeCalculation: ({ userIds }) => IDS_PER_LIST + userIds.length,
  });

  constructor(reader: LogReader) {
    // If PostgreSQL lost commits, a version may mean another list.
    reader.onDiscard('messaging', () => this.lists.clear());
  }

  /** Subscribers by stream as of the snapshot: JSON of an array of ascending ids, without deactivated users. */
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
    // A stream without a version has not changed since versions were introduced.
    const versionOf = new Map(versions.map(({ streamId, version }) => [streamId, version]));
    const found = new Map<number, CachedList>();
    const missing = streamIds.filter((streamId) => {
      const cached = this.lists.get(streamId);
      if (cached?.version !== (versionOf.get(streamId) ?? 0)) return true;
      found.set(streamId, cached);
      return false;
    });
    if (missing.length > 0) {
      const read = await readSubscriberIds(tx, missing);
      for (const streamId of missing) {
        const list = { version: versionOf.get(streamId) ?? 0, userIds: read.get(streamId) ?? [] };
        found.set(streamId, list);
        // An older snapshot must not replace the list of a newer one.
        if ((this.lists.peek(streamId)?.version ?? 0) <= list.version) this.lists.set(streamId, list);
      }
    }
    return found;
  }
}
