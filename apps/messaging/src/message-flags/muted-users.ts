import type { MutedUsersChangedPayload, ReadMutedMessages } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { type Viewer, visibleMessages } from '../access/visible-messages.js';
import { lockRealm } from '../message-order/realm-lock.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { unreadMessages } from '../read-state/unread-messages.js';
import { advanceWatermarks } from './advance-watermarks.js';
import { recordRead } from './mark-place-read.js';
import { lockFlags, writeFlag } from './message-flags.repository.js';

/**
 * Marks the earlier messages of a muted user as read for the muting user; `PrepareMessage` marks later messages. The users service
 * calls it right after its commit, and the handler of its event calls it again. A repeated call changes nothing.
 */
@Injectable()
export class MutedUsers {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
  ) {}

  async read({ realmId, userId, mutedUserId, mutedAtSeconds }: ReadMutedMessages): Promise<void> {
    const user = (await this.projections.users(realmId)).get(userId);
    if (user) await this.markRead({ realmId, userId, role: user.role }, mutedUserId, mutedAtSeconds);
  }

  async onChange(realmId: number, change: MutedUsersChangedPayload): Promise<void> {
    const { userId, mutedUserId, mutedUsers, isMuted } = change;
    if (!isMuted) return;
    const mutedAtSeconds = mutedUsers.find((muted) => muted.userId === mutedUserId)?.mutedAtSeconds;
    if (mutedAtSeconds !== undefined) await this.read({ realmId, userId, mutedUserId, mutedAtSeconds });
  }

  private async markRead(viewer: Viewer, senderId: number, mutedAtSeconds: number): Promise<void> {
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
