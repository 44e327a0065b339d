import type { FanoutFacts, GetFanoutFacts, GetStreamFacts, Stamped, StreamFacts } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';

/** What the fan-out follows: who is subscribed to what, and which streams there are. */
@Injectable()
export class StreamFactsHandler {
  constructor(private readonly database: Database) {}

  fanoutFacts({ realmId, userIds }: GetFanoutFacts): Promise<Stamped<FanoutFacts>> {
    return this.database.snapshot(realmId, async (tx) => {
      const rows = await tx.query<{ userId: number; streamIds: number[] }>(
        `SELECT u.user_id AS "userId", array_agg(u.stream_id ORDER BY u.stream_id) AS "streamIds"
         FROM subscriptions u JOIN streams s ON s.id = u.stream_id
         WHERE u.user_id = ANY ($1) AND u.is_active AND s.realm_id = $2 AND s.archived_at IS NULL
         GROUP BY u.user_id`,
        [userIds, realmId],
      );
      const subscriptions: Record<number, readonly number[]> = Object.fromEntries(userIds.map((id) => [id, []]));
      for (const { userId, streamIds } of rows) subscriptions[userId] = streamIds;
      return { subscriptions };
    });
  }

  streamFacts({ realmId }: GetStreamFacts): Promise<Stamped<readonly StreamFacts[]>> {
    return this.database.snapshot(realmId, (tx) =>
      tx.query<StreamFacts>(
        `SELECT id AS "streamId", name, is_private AS "isPrivate", is_web_public AS "isWebPublic",
           is_history_public AS "isHistoryPublicToSubscribers"
         FROM streams WHERE realm_id = $1 AND archived_at IS NULL ORDER BY id`,
        [realmId],
      ),
    );
  }
}
