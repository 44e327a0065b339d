import { requireAdministrator } from '@chat/auth';
import { badRequest, type Principal } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { lockRealm } from '../message-order/realm-lock.js';
import { deleteMessages } from '../messages/delete-messages.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { requireMayDelete } from './edit-rules.js';
import { lockMessage } from './message-edits.repository.js';

/** Messages deleted in one transaction. Sending waits for it. */
const BATCH = 500;
/** Batches of one request. The client repeats the request until the topic is empty. */
const MAX_BATCHES = 20;

@Injectable()
export class DeleteMessagesService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
  ) {}

  async deleteMessage(actor: Principal, messageId: number): Promise<void> {
    const [realm, users] = await Promise.all([
      this.projections.realm(actor.realmId),
      this.projections.users(actor.realmId),
    ]);
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, actor.realmId);
      const message = await lockMessage(tx, actor, messageId);
      if (!message) throw badRequest('Invalid message(s)');
      requireMayDelete(actor, message, users.get(message.senderId)?.botOwnerId ?? null, realm);
      await deleteMessages(tx, actor.realmId, [messageId]);
    });
  }

  /** Deletes the newest messages first, in small transactions. */
  async deleteTopic(actor: Principal, streamId: number, topic: string) {
    requireAdministrator(actor);
    const { stream } = await this.access.stream(actor, streamId, 'read');
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const deleted = await this.database.transaction(async (tx) => {
        await lockRealm(tx, actor.realmId);
        const rows = await tx.query<{ id: number }>(
          `SELECT id FROM messages WHERE (recipient_id, topic_key, id) >= ($1::bigint, $2::text, 0)
             AND (recipient_id, topic_key, id) <= ($1::bigint, $2::text, 9223372036854775807)
             AND stream_id IS NOT NULL
           ORDER BY recipient_id DESC, topic_key DESC, id DESC LIMIT $3`,
          [stream.recipientId, foldName(topic.trim()), BATCH],
        );
        const found = rows.map((row) => row.id);
        // With protected history, an administrator cannot delete messages from before the own subscription.
        const ids = await this.access.visibleAmong(actor, actor.realmId, found, tx);
        return (await deleteMessages(tx, actor.realmId, ids)).length;
      });
      if (deleted < BATCH) return { isComplete: true };
    }
    return { isComplete: false };
  }
}
