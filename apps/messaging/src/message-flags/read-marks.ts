import type { MutedUsersChangedPayload, ReadMutedMessages } from '@chat/contracts';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { type Viewer, visibleMessages } from '../access/visible-messages.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { unreadMessages } from '../read-state/unread-messages.js';
import type { Subscribed } from '../stream-records/stream-records.repository.js';
import { advanceWatermarks } from './advance-watermarks.js';
import { applyMute } from './apply-mute.js';
import { markPlaceRead, recordRead } from './mark-place-read.js';
import { lockFlags, writeFlag } from './message-flags.repository.js';

/** Marks messages as read that lose their meaning for a user, once for each change. A repeated call changes nothing. */
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
      // A subscription that began since leaves the mark: only earlier messages are marked, and only once.
      const [left] = await tx.query<{ recipientId: number; upTo: number }>(
        `WITH marked AS (
           UPDATE subscriptions SET left_up_to = NULL WHERE stream_id = $1 AND user_id = $2 AND left_up_to IS NOT NULL
         )
         SELECT s.recipient_id AS "recipientId", u.left_up_to AS "upTo" FROM subscriptions u JOIN streams s ON s.id = u.stream_id
         WHERE u.stream_id = $1 AND u.user_id = $2 AND u.left_up_to IS NOT NULL`,
        [streamId, viewer.userId],
      );
      if (!left) return;
      await markPlaceRead(tx, viewer, { recipientId: left.recipientId, topicKey: null }, left.upTo, true);
    });
  }

  /**
   * Marks the earlier messages of a muted user as read for the muting user; `PrepareMessage` marks later messages. The users service
   * calls it right after its commit, and the handler of its event calls it again.
   */
  readMuted(muting: ReadMutedMessages): Promise<void> {
    return this.markMuted(muting, true);
  }

  async onMutedUsersChanged(realmId: number, change: MutedUsersChangedPayload): Promise<void> {
    const { userId, mutedUserId, mutedUsers, isMuted } = change;
    if (!isMuted) return;
    const mutedAtSeconds = mutedUsers.find((muted) => muted.userId === mutedUserId)?.mutedAtSeconds;
    if (mutedAtSeconds === undefined) return;
    await this.markMuted({ realmId, userId, mutedUserId, mutedAtSeconds }, false);
  }

  private async markMuted(muting: ReadMutedMessages, isRepeatable: boolean): Promise<void> {
    const { realmId, userId } = muting;
    const user = (await this.projections.users(realmId)).get(userId);
    if (!user) return;
    await this.database.transaction(async (tx) => {
      await lockFlags(tx, userId);
      if (await applyMute(tx, muting, isRepeatable)) await markSender(tx, { realmId, userId, role: user.role }, muting);
    });
  }
}

async function markSender(
  tx: Transaction,
  viewer: Viewer,
  { mutedUserId, mutedAtSeconds }: Pick<ReadMutedMessages, 'mutedUserId' | 'mutedAtSeconds'>,
): Promise<void> {
  // This may take long, so it runs without the realm lock.
  const unread = (await unreadMessages(tx, viewer)).filter((message) => message.senderId === mutedUserId);
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
}
