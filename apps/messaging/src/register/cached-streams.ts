import {
  ClientStream,
  memberText,
  type StreamRecord,
  type StreamWithTraffic,
  streamForClients,
  writerOf,
} from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import type { Transaction } from '@chat/persistence';
import { TextBlock } from '@chat/register-state';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { STREAM_COLUMNS } from '../stream-records/stream-records.repository.js';

/** Cached streams of all realms; a realm counts as one more. The least recently used realm leaves first. */
const MAX_CACHED_STREAMS = 100_000;
const STREAMS_PER_BLOCK = 64;

const writeStream = writerOf(ClientStream);

/** A stream with its JSON, which all registrations share. */
export class CachedStream {
  private writtenObject: string | undefined;
  private writtenMembers: string | undefined;

  constructor(readonly stream: StreamRecord) {}

  get object(): string {
    this.writtenObject ??= JSON.stringify(writeStream(streamForClients(this.stream)));
    return this.writtenObject;
  }

  /** The members that the stream contributes to the JSON object of a subscription. */
  get members(): string {
    const { weeklyTraffic } = this.stream;
    this.writtenMembers ??= `${this.object.slice(1, -1)},${memberText<StreamWithTraffic>('stream_weekly_traffic', JSON.stringify(weeklyTraffic))}`;
    return this.writtenMembers;
  }
}

/** Consecutive streams of a realm's list, with shared texts for readers that see all of them or only the public ones. */
class StreamBlock {
  private readonly publicStreams: readonly CachedStream[];
  private readonly all: TextBlock;
  private readonly public: TextBlock;

  constructor(readonly streams: readonly CachedStream[]) {
    this.publicStreams = streams.filter(({ stream }) => !stream.isPrivate);
    this.all = new TextBlock(elementsOf(streams));
    this.public = new TextBlock(elementsOf(this.publicStreams));
  }

  of(visible: readonly CachedStream[]): TextBlock | string {
    if (visible.length === this.streams.length) return this.all;
    const isPublic = visible.length === this.publicStreams.length && visible.every(({ stream }) => !stream.isPrivate);
    return isPublic ? this.public : elementsOf(visible);
  }
}

const elementsOf = (streams: readonly CachedStream[]): string => streams.map(({ object }) => object).join(',');

/** A realm's active streams by name, as of one snapshot. */
export interface RealmStreams {
  readonly streams: readonly CachedStream[];
  readonly byId: ReadonlyMap<number, CachedStream>;
  readonly blocks: readonly StreamBlock[];
}

/**
 * Caches the streams of realms while their rows are unchanged. The version of a row is the transaction that wrote it. If PostgreSQL lost
 * commits, a version may mean another text.
 */
@Injectable()
export class CachedStreams {
  private readonly realms = new LRUCache<number, RealmStreams & { readonly versions: string }>({
    maxSize: MAX_CACHED_STREAMS,
    sizeCalculation: ({ streams }) => 1 + streams.length,
  });

  constructor(reader: LogReader) {
    reader.onDiscard('messaging', () => this.realms.clear());
  }

  async of(tx: Transaction, realmId: number): Promise<RealmStreams> {
    const [row] = await tx.queryPrepared<{ versions: string | null }>(
      `SELECT string_agg(s.id || ' ' || s.xmin::text, ',' ORDER BY s.id) AS versions FROM streams s
       WHERE s.realm_id = $1 AND s.archived_at IS NULL`,
      [realmId],
    );
    const versions = row?.versions ?? '';
    const cached = this.realms.get(realmId);
    if (cached?.versions === versions) return cached;
    const read = { versions, ...(await readAll(tx, realmId)) };
    this.realms.set(realmId, read);
    return read;
  }
}

async function readAll(tx: Transaction, realmId: number): Promise<RealmStreams> {
  const rows = await tx.queryPrepared<StreamRecord>(
    `SELECT ${STREAM_COLUMNS} FROM streams s
     WHERE s.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.name_key, s.id`,
    [realmId],
  );
  const streams = rows.map((row) => new CachedStream(row));
  const blocks: StreamBlock[] = [];
  for (let from = 0; from < streams.length; from += STREAMS_PER_BLOCK) {
    blocks.push(new StreamBlock(streams.slice(from, from + STREAMS_PER_BLOCK)));
  }
  return { streams, byId: new Map(streams.map((cached) => [cached.stream.streamId, cached])), blocks };
}
