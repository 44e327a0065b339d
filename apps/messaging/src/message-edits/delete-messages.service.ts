import { requireAdministrator } from '@chat/auth';
import { badRequest, type Principal } from '@chat/contracts';
import { Database, lockRealm } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { AppliedClaims } from '../file-claims/applied-claims.js';
import { deleteMessages } from '../messages/delete-messages.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { requireMayDelete } from './edit-rules.js';
import { lockMessage, selectNewestOfTopic } from './message-edits.repository.js';

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
    private readonly appliedClaims: AppliedClaims,
  ) {}

  async deleteMessage(actor: Principal, messageId: number, cause: RequestContext): Promise<void> {
    const [realm, users] = await Promise.all([
      this.projections.realm(actor.realmId),
      this.projections.users(actor.realmId),
    ]);
    const { claims } = await this.database.transaction(async (tx) => {
      await lockRealm(tx, actor.realmId);
      const message = await lockMessage(tx, actor, messageId);
      if (!message) throw badRequest('Invalid message(s)');
      requireMayDelete(actor, message, users.get(message.senderId)?.botOwnerId ?? null, realm);
      return deleteMessages(tx, actor.realmId, [messageId]);
    });
    await this.appliedClaims.settle(actor.realmId, claims, cause);
  }

  /** Deletes the newest messages first, in small transactions. */
  async deleteTopic(actor: Principal, streamId: number, topic: string, cause: RequestContext) {
    requireAdministrator(actor);
    const { stream } = await this.access.stream(actor, streamId, 'read');
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const deleted = await this.database.transaction(async (tx) => {
        await lockRealm(tx, actor.realmId);
        const found = await selectNewestOfTopic(tx, stream.recipientId, foldName(topic.trim()), BATCH);
        // With protected history, an administrator cannot delete messages from before the own subscription.
        const ids = await this.access.visibleAmong(actor, actor.realmId, found, tx);
        return deleteMessages(tx, actor.realmId, ids);
      });
      await this.appliedClaims.settle(actor.realmId, deleted.claims, cause);
      if (deleted.ids.length < BATCH) return { isComplete: true };
    }
    return { isComplete: false };
  }
}
