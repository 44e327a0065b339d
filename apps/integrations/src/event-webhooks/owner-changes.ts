import type { LoggedEvent, UserUpdatedPayload } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { WebhookFollower } from './following/webhook-follower.js';
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
    const changed = await this.database.transaction(async (tx) => {
      await lockWebhooksOf(tx, userId);
      const webhooks = await tx.query(
        'SELECT 1 FROM event_webhooks WHERE realm_id = $1 AND owner_id = $2 ORDER BY id FOR NO KEY UPDATE',
        [realmId, userId],
      );
      if (webhooks.length === 0) return [];
      const position = await this.owners.position(realmId);
      const owner = await this.owners.find({ realmId, ownerId: userId }, position);
      return tx.query(
        `UPDATE event_webhooks SET is_owner_active = $3, complete_until = least(now(), to_timestamp($4 / 1000.0))
         WHERE realm_id = $1 AND owner_id = $2 AND is_owner_active <> $3 RETURNING 1`,
        [realmId, userId, owner !== null, Number.parseInt(logId, 10)],
      );
    });
    if (changed.length > 0) this.follower.renewEverywhere();
  }
}
