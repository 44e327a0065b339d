import type { LoggedEvent, UserUpdatedPayload } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { WebhookFollower } from './following/webhook-follower.js';

/** Pauses the webhooks of a deactivated user, and goes on with those of a reactivated one. */
@Injectable()
export class OwnerChanges {
  constructor(
    private readonly database: Database,
    private readonly follower: WebhookFollower,
  ) {}

  /** The events in between are not the owner's, so they are no gap. */
  async onUserUpdated({
    realmId,
    payload: { userId, user, previous },
  }: LoggedEvent<UserUpdatedPayload>): Promise<void> {
    if (previous.isActive === undefined || user === null) return;
    const changed = await this.database.transaction((tx) =>
      tx.query(
        `UPDATE event_webhooks SET is_owner_active = $3, complete_until = now()
         WHERE realm_id = $1 AND owner_id = $2 AND is_owner_active <> $3 RETURNING 1`,
        [realmId, userId, user.isActive],
      ),
    );
    if (changed.length > 0) this.follower.renewEverywhere();
  }
}
