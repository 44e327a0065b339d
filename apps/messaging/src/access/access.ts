import { badRequest, mayReadStream, maySeeStream, type StreamRecord } from '@chat/contracts';
import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import { SubscriptionChecks } from './subscription-checks.js';
import { type Viewer, visibleMessages } from './visible-messages.js';

interface AccessedStream {
  readonly stream: StreamRecord;
  readonly isSubscribed: boolean;
}

/** `read`: subscribe to the stream and read its messages. `see`: its name, description and subscribers. */
type StreamNeed = 'read' | 'see';

export interface AccessedMessage {
  readonly id: number;
  readonly recipientId: number;
  readonly streamId: number | null;
  readonly senderId: number;
  readonly topic: string;
}

/**
 * The only place, with `StreamReaders`, that decides the visibility of streams and messages. Rules: `stream-access.ts` (streams), `visible-messages.ts` (messages).
 * A missing object and an invisible one have the same error.
 */
@Injectable()
export class Access {
  private readonly checks: SubscriptionChecks;

  constructor(
    private readonly database: Database,
    private readonly streams: StreamsProjection,
  ) {
    this.checks = new SubscriptionChecks(database);
  }

  /** Whether the user is subscribed. Simultaneous checks share a query. */
  isSubscribed(streamId: number, userId: number): Promise<boolean> {
    return this.checks.isSubscribed(streamId, userId);
  }

  /** The stream, or "Invalid stream ID". At most one query. */
  async stream(viewer: Viewer, streamId: number, need: StreamNeed): Promise<AccessedStream> {
    const found = await this.findStream(viewer, (await this.streams.of(viewer.realmId)).get(streamId), need);
    if (!found) throw badRequest('Invalid stream ID');
    return found;
  }

  /** The stream, or "Invalid stream name '…'". At most one query. */
  async streamByName(viewer: Viewer, name: string, need: StreamNeed): Promise<AccessedStream> {
    const stream = (await this.streams.of(viewer.realmId)).getByName(name.trim());
    const found = await this.findStream(viewer, stream, need);
    if (!found) throw badRequest(`Invalid stream name '${name}'`);
    return found;
  }

  /** The stream if the viewer has the right. At most one query. */
  async findStream(
    viewer: Viewer | null,
    stream: StreamRecord | undefined,
    need: StreamNeed,
  ): Promise<AccessedStream | undefined> {
    if (!stream) return undefined;
    const isSubscribed = viewer !== null && (await this.isSubscribed(stream.streamId, viewer.userId));
    const isAllowed = need === 'read' ? mayReadStream : maySeeStream;
    return isAllowed(viewer, stream, isSubscribed) ? { stream, isSubscribed } : undefined;
  }

  /** Whether the viewer may read the stream. No query for members and public streams. */
  async mayRead(viewer: Viewer | null, stream: StreamRecord): Promise<boolean> {
    if (mayReadStream(viewer, stream, false)) return true;
    return (await this.findStream(viewer, stream, 'read')) !== undefined;
  }

  /** Ids of the active streams that the viewer may read, in the given order. One query. */
  async readableAmong(viewer: Viewer, streamIds: readonly number[]): Promise<number[]> {
    const streams = await this.streams.of(viewer.realmId);
    const subscribed = await this.subscribedAmong(viewer.userId, streamIds);
    return streamIds.filter((streamId) => {
      const stream = streams.get(streamId);
      return stream !== undefined && mayReadStream(viewer, stream, subscribed.has(streamId));
    });
  }

  /** Ids of the user's streams among the given ones. One query. */
  async subscribedAmong(
    userId: number,
    streamIds: readonly number[],
    queryable: Queryable = this.database,
  ): Promise<Set<number>> {
    if (streamIds.length === 0) return new Set();
    const rows = await queryable.query<{ id: number }>(
      'SELECT stream_id AS id FROM subscriptions WHERE user_id = $1 AND stream_id = ANY ($2) AND is_active',
      [userId, streamIds],
    );
    return new Set(rows.map((row) => row.id));
  }

  /** The message, or "Invalid message(s)". With `lock`, the row is locked (`FOR UPDATE`). One query. */
  async message(
    viewer: Viewer | null,
    realmId: number,
    messageId: number,
    { queryable = this.database as Queryable, lock = false } = {},
  ): Promise<AccessedMessage> {
    const visible = visibleMessages(viewer, 3);
    const [message] = await queryable.query<AccessedMessage>(
      `SELECT m.id, m.recipient_id AS "recipientId", m.stream_id AS "streamId", m.sender_id AS "senderId", m.topic
       FROM messages m WHERE m.id = $1 AND m.realm_id = $2 AND ${visible.condition} ${lock ? 'FOR UPDATE OF m' : ''}`,
      [messageId, realmId, ...visible.parameters],
    );
    if (!message) throw badRequest('Invalid message(s)');
    return message;
  }

  /** Ids of the messages that the viewer may read, ascending. One query. */
  async visibleAmong(
    viewer: Viewer | null,
    realmId: number,
    messageIds: readonly number[],
    queryable: Queryable = this.database,
  ): Promise<number[]> {
    const visible = visibleMessages(viewer, 3);
    const rows = await queryable.query<{ id: number }>(
      `SELECT m.id FROM messages m WHERE m.id = ANY ($1) AND m.realm_id = $2 AND ${visible.condition} ORDER BY m.id`,
      [messageIds, realmId, ...visible.parameters],
    );
    return rows.map((row) => row.id);
  }
}
