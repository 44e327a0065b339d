import type { FanoutState, GetFanoutState, GetStreams, Stamped, Stream } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';

/** What the fan-out follows: who is subscribed to what, and which streams there are. */
@Injectable()
export class FanOutStateService {
  constructor(private readonly database: Database) {}

  fanoutState({ realmId, userIds }: GetFanoutState): Promise<Stamped<FanoutState>> {
    return this.database.snapshot(realmId, async (tx) => {
      // Of one user each, and all at once: of a list of users, whose length matters, a statement is planned every time.
      const lists = await Promise.all(userIds.map((userId) => subscribedStreamIds(tx, userId)));
      const subscriptions: Record<number, readonly number[]> = Object.fromEntries(
        userIds.map((userId, index) => [userId, lists[index] as number[]]),
      );
      return { subscriptions };
    });
  }

  activeStreams({ realmId }: GetStreams): Promise<Stamped<readonly Stream[]>> {
    return this.database.snapshot(realmId, (tx) =>
      tx.query<Stream>(
        `SELECT id AS "streamId", name, is_private AS "isPrivate", is_web_public AS "isWebPublic",
           is_history_public AS "isHistoryPublicToSubscribers"
         FROM streams WHERE realm_id = $1 AND archived_at IS NULL ORDER BY id`,
        [realmId],
      ),
    );
  }
}

/** Ascending. With a stream that is archived its subscriptions end. */
async function subscribedStreamIds(tx: Transaction, userId: number): Promise<number[]> {
  const [row] = await tx.queryPrepared<{ ids: string | null }>(
    `SELECT string_agg(stream_id::text, ',' ORDER BY stream_id) AS ids FROM subscriptions WHERE user_id = $1 AND is_active`,
    [userId],
  );
  return row?.ids ? row.ids.split(',').map(Number) : [];
}
