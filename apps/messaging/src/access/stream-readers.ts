import { mayReadStream, type Principal, type StreamRecord, seesPublicStreams } from '@chat/contracts';
import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';

/** The readers and subscribers of a stream among some users. */
@Injectable()
export class StreamReaders {
  constructor(private readonly database: Database) {}

  /** Ids of the users that may read new messages of the stream. No query for members and public streams. */
  async readersAmong(
    stream: StreamRecord,
    users: readonly Pick<Principal, 'userId' | 'role'>[],
    queryable: Queryable = this.database,
  ): Promise<number[]> {
    if (stream.isWebPublic) return users.map((user) => user.userId);
    const inQuestion = stream.isPrivate ? users : users.filter((user) => !seesPublicStreams(user));
    const userIds = inQuestion.map((user) => user.userId);
    const subscribed = await this.subscribersAmong(stream.streamId, userIds, queryable);
    return users.filter((user) => mayReadStream(user, stream, subscribed.has(user.userId))).map((user) => user.userId);
  }

  /** Ids of the stream's subscribers among the users. At most one query. */
  async subscribersAmong(
    streamId: number,
    userIds: readonly number[],
    queryable: Queryable = this.database,
  ): Promise<Set<number>> {
    if (userIds.length === 0) return new Set();
    const rows = await queryable.query<{ id: number }>(
      'SELECT user_id AS id FROM subscriptions WHERE stream_id = $1 AND user_id = ANY ($2) AND is_active',
      [streamId, userIds],
    );
    return new Set(rows.map((row) => row.id));
  }
}
