import { Injectable } from '@nestjs/common';
import { DeliveriesRepository, type DueDelivery } from '../deliveries.repository.js';
import { WebhookOwners } from '../webhook-owners.js';
import type { Lane } from './lane.js';

@Injectable()
export class DueDeliveries {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly owners: WebhookOwners,
  ) {}

  /** None if the owner is deactivated: also before this service has handled the event of the deactivation. */
  async of(lane: Lane, limit: number): Promise<DueDelivery[]> {
    return (await this.isOwnerActive(lane)) ? this.deliveries.due(lane.webhook, [...lane.inFlight], limit) : [];
  }

  /** One look at the log while nothing changes in the realm. */
  private async isOwnerActive(lane: Lane): Promise<boolean> {
    const position = await this.owners.position(lane.webhook.realmId);
    if (position === lane.ownerActiveAt) return true;
    const owner = await this.owners.find(lane.webhook, position);
    if (owner === null) return false;
    lane.ownerActiveAt = position;
    return true;
  }
}
