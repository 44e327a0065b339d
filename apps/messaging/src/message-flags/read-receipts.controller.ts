import { badRequest, getReadReceipts, MessageSelection, Principal } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Access } from '../access/access.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { isRead, readStateJoins } from '../read-state/read-state.js';

/** Lists the readers of a message, without users that muted its sender: for them it counts as read at once. */
@Controller()
export class ReadReceiptsController {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
  ) {}

  @Handles(getReadReceipts, { mayReadStandby: true })
  async readersOf(@Actor() actor: Principal, @Parameters() { messageId }: MessageSelection) {
    const message = await this.access.message(actor, actor.realmId, messageId);
    const realm = await this.projections.realm(actor.realmId);
    if (!realm.enableReadReceipts) throw badRequest('Read receipts are disabled in this organization.');
    const users = await this.projections.users(actor.realmId);
    const rows = await this.database.query<{ userId: number }>(
      `SELECT u.user_id AS "userId" FROM messages m
       CROSS JOIN LATERAL (
         SELECT unnest(r.user_ids) AS user_id FROM recipients r WHERE r.id = m.recipient_id AND m.stream_id IS NULL
         UNION
         SELECT i.user_id FROM streams s JOIN subscription_intervals i ON i.stream_id = s.id
         WHERE m.stream_id IS NOT NULL AND s.recipient_id = coalesce(m.read_recipient_id, m.recipient_id)
           AND m.id > i.since_message_id AND (i.until_message_id IS NULL OR m.id <= i.until_message_id)
       ) AS u
       ${readStateJoins('u.user_id')}
       WHERE m.id = $1 AND u.user_id <> m.sender_id AND ${isRead('u.user_id', 'm', 'true')} ORDER BY 1`,
      [message.id],
    );
    const isShown = (userId: number): boolean => {
      const user = users.get(userId);
      const isMuted = users.hasMuted(userId, actor.userId) || users.hasMuted(actor.userId, userId);
      return user?.isActive === true && user.settings.sendReadReceipts && !isMuted;
    };
    return { userIds: rows.map((row) => row.userId).filter(isShown) };
  }
}
