import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { Viewer } from '../access/visible-messages.js';
import { greatestMessageId, lockRealm } from '../message-order/realm-lock.js';
import { RealmProjections } from '../projections/realm-projections.js';
import type { Subscribed } from '../stream-records/read-streams.js';
import { markPlaceRead } from './mark-place-read.js';
import { lockFlags } from './message-flags.repository.js';

/**
 * Marks a stream as read for a user that leaves it. Services that end few subscriptions call it directly, and the handler of the event
 * calls it again. A repeated call changes nothing.
 */
@Injectable()
export class LeftStreams {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
  ) {}

  async markRead(realmId: number, left: readonly Subscribed[]): Promise<void> {
    const users = await this.projections.users(realmId);
    for (const { userId, streamId } of left) {
      const user = users.get(userId);
      if (user) await this.markStream({ realmId, userId, role: user.role }, streamId);
    }
  }

  private async markStream(viewer: Viewer, streamId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockFlags(tx, viewer.userId);
      // Several statements read the place: no message may be moved in between.
      await lockRealm(tx, viewer.realmId);
      const [stream] = await tx.query<{ recipientId: number; upTo: number | null }>(
        // If the user has subscribed again, only earlier messages are marked.
        `SELECT s.recipient_id AS "recipientId", (SELECT max(i.until_message_id) FROM subscription_intervals i
           WHERE i.stream_id = s.id AND i.user_id = $2 AND NOT i.is_shown) AS "upTo"
         FROM streams s WHERE s.id = $1`,
        [streamId, viewer.userId],
      );
      if (!stream) return;
      const upTo = stream.upTo ?? (await greatestMessageId(tx, viewer.realmId));
      await markPlaceRead(tx, viewer, { recipientId: stream.recipientId, topicKey: null }, upTo, true);
    });
  }
}
