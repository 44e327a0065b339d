import { StreamArchived, StreamCreated, type StreamRecord, StreamUpdated } from '@chat/contracts';
import { LogReader, RealmProjection } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { STREAM_COLUMNS } from './stream-records.repository.js';

export class RealmStreams {
  private readonly byId = new Map<number, StreamRecord>();
  private readonly byKey = new Map<string, StreamRecord>();

  constructor(streams: readonly StreamRecord[]) {
    for (const stream of streams) this.put(stream);
  }

  get(streamId: number): StreamRecord | undefined {
    return this.byId.get(streamId);
  }

  /** Without regard to letter case and Unicode form. */
  getByName(name: string): StreamRecord | undefined {
    return this.byKey.get(foldName(name));
  }

  all(): StreamRecord[] {
    return [...this.byId.values()];
  }

  put(stream: StreamRecord): void {
    this.remove(stream.streamId);
    this.byId.set(stream.streamId, stream);
    this.byKey.set(foldName(stream.name), stream);
  }

  remove(streamId: number): void {
    const before = this.byId.get(streamId);
    if (!before) return;
    this.byId.delete(streamId);
    const key = foldName(before.name);
    if (this.byKey.get(key)?.streamId === streamId) this.byKey.delete(key);
  }
}

/**
 * Projection of the realm's active streams from this service's own events, so that most requests need no query for a stream. It is
 * as fresh as the request demands. A write that must be exact at its commit reads the stream again under the realm lock.
 */
@Injectable()
export class StreamsProjection {
  private readonly projection: RealmProjection<RealmStreams>;

  constructor(database: Database, reader: LogReader) {
    this.projection = new RealmProjection(reader, {
      service: 'messaging',
      load: (realmId) =>
        database.snapshot(realmId, async (tx) => {
          const rows = await tx.query<StreamRecord>(
            `SELECT ${STREAM_COLUMNS} FROM streams s WHERE s.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.id`,
            [realmId],
          );
          return new RealmStreams(rows);
        }),
      apply: (streams, event) => {
        if (StreamCreated.matches(event) || StreamUpdated.matches(event)) streams.put(event.payload.stream);
        else if (StreamArchived.matches(event)) streams.remove(event.payload.stream.streamId);
      },
    });
  }

  of(realmId: number): Promise<RealmStreams> {
    return this.projection.get(realmId);
  }
}
