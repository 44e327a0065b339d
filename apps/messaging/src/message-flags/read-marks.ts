import type { MutedUsersChangedPayload, ReadMutedMessages } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { type Viewer, visibleMessages } from '../access/visible-messages.js';
import { greatestMessageId, lockRealm } from '../message-order/realm-lock.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { unreadMessages } from '../read-state/unread-messages.js';
import type { Subscribed } from '../stream-records/read-streams.js';
import { advanceWatermarks } from './advance-watermarks.js';
import { markPlaceRead, recordRead } from './mark-place-read.js';
import { lockFlags, writeFlag } from './message-flags.repository.js';

/** Marks messages as read that lose their meaning for a user. A repeated call changes nothing. */
@Injectable()
export class ReadMarks {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
  ) {}

  /**
   * Marks streams as read for users that leave them. Services that end few subscriptions call it directly, and the handler of the event
   * calls it again.
   */
  async readLeft(realmId: number, left: readonly Subscribed[]): Promise<void> {
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

  /**
   * Marks the earlier messages of a muted user as read for the muting user; `PrepareMessage` marks later messages. The users service
   * calls it right after its commit, and the handler of its event calls it again.
   */
  async readMuted({ realmId, userId, mutedUserId, mutedAtSeconds }: ReadMutedMessages): Promise<void> {
    const user = (await this.projections.users(realmId)).get(userId);
    if (user) await this.markSender({ realmId, userId, role: user.role }, mutedUserId, mutedAtSeconds);
  }

  async onMutedUsersChanged(realmId: number, change: MutedUsersChangedPayload): Promise<void> {
    const { userId, mutedUserId, mutedUsers, isMuted } = change;
    if (!isMuted) return;
    const mutedAtSeconds = mutedUsers.find((muted) => muted.userId === mutedUserId)?.mutedAtSeconds;
    if (mutedAtSeconds !== undefined) await this.readMuted({ realmId, userId, mutedUserId, mutedAtSeconds });
  }

  private async markSender(viewer: Viewer, senderId: number, mutedAtSeconds: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockFlags(tx, viewer.userId);
      // This may take long, so it runs without the realm lock.
      const unread = (await unreadMessages(tx, viewer)).filter((message) => message.senderId === senderId);
      if (unread.length === 0) return;
      // Messages that became invisible meanwhile stay as they are.
      await lockRealm(tx, viewer.realmId);
      const visible = visibleMessages(viewer, 3);
      const former = await tx.query<{ id: number }>(
        `SELECT m.id FROM messages m WHERE m.id = ANY ($1) AND m.sent_at < to_timestamp($2) AND ${visible.condition}`,
        [unread.map((message) => message.id), mutedAtSeconds + 1, ...visible.parameters],
      );
      const ids = new Set(former.map(({ id }) => id));
      const read = unread.filter((message) => ids.has(message.id));
      if (read.length === 0) return;
      const readIds = read.map((message) => message.id);
      await writeFlag(tx, viewer.userId, readIds, 'read', true);
      await advanceWatermarks(tx, viewer.userId, read);
      recordRead(tx, viewer, readIds);
    });
  }
}
