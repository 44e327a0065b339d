import type { LoggedEvent, UserUpdatedPayload } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { WebhookFollower } from './following/webhook-follower.js';
import { WebhookEntity } from './webhook.entity.js';
import { lockWebhooksOf, WebhookOwners } from './webhook-owners.js';

/** Pauses the webhooks of a deactivated user, and goes on with those of a reactivated one. */
@Injectable()
export class OwnerChanges {
  constructor(
    private readonly database: Database,
    private readonly owners: WebhookOwners,
    private readonly follower: WebhookFollower,
  ) {}

  /**
   * The events in between are not the owner's, so they are no gap. Replicas may handle two changes of a user at the same time, or a failed
   * one after its successor. So the present state counts, read behind a lock: the last writer has the latest. A later gap begins at the
   * event, because this service may handle it much later.
   */
  async onUserUpdated({
    realmId,
    logId,
    payload: { userId, user, previous },
  }: LoggedEvent<UserUpdatedPayload>): Promise<void> {
    if (previous.isActive === undefined || user === null) return;
    const isChanged = await this.database.transaction(async (tx) => {
      await lockWebhooksOf(tx, userId);
      const webhooks = tx.getRepository(WebhookEntity);
      const owned = { realmId, ownerId: userId };
      const lock = { mode: 'for_no_key_update' } as const;
      const locked = await webhooks.find({ select: { id: true }, where: owned, order: { id: 'ASC' }, lock });
      if (locked.length === 0) return false;
      const position = await this.owners.position(realmId);
      const isOwnerActive = (await this.owners.find(owned, position)) !== null;
      const completeUntil = () => `least(now(), to_timestamp(${Number.parseInt(logId, 10)} / 1000.0))`;
      const where = { ...owned, isOwnerActive: !isOwnerActive };
      return (await webhooks.update(where, { isOwnerActive, completeUntil })).affected !== 0;
    });
    if (isChanged) this.follower.renewEverywhere();
  }
}
