import { randomUUID } from 'node:crypto';
import { SendMessageOnce } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { RedisTransportClient } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { WebhookEntity } from '../webhook.entity.js';

const CLIENT_NAME = 'Event webhooks';

/** Direct messages of the notification bot to owners of webhooks: one for each webhook and day. */
@Injectable()
export class DeadDeliveryNotices {
  constructor(
    private readonly database: Database,
    private readonly client: RedisTransportClient,
    private readonly resources: ServiceResources,
  ) {}

  /** Sends none if the owner has replayed the delivery meanwhile. Never rejects: the list of deliveries shows the same. */
  async ofDeadDelivery({ id, realmId, ownerId, url }: WebhookEntity): Promise<void> {
    try {
      const [today] = await this.database.query<{ day: string }>(
        `SELECT current_date::text AS day FROM event_webhooks WHERE id = $1 AND owner_notified_on IS DISTINCT FROM current_date
           AND EXISTS (SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'dead')`,
        [id],
      );
      if (today === undefined) return;
      const host = URL.canParse(url) ? new URL(url).host : url;
      await this.client.request(
        SendMessageOnce,
        {
          realmId,
          senderId: null,
          onceKey: `webhook-dead:${id}:${today.day}`,
          clientName: CLIENT_NAME,
          message: {
            type: 'direct',
            to: [ownerId],
            content: [
              `Events of your webhook ${id} to \`${host.replaceAll('`', '')}\` could not be delivered, and there will be no further attempt.`,
              `\`GET /api/v1/webhooks/${id}/deliveries?state=dead\` lists them; \`POST /api/v1/webhooks/${id}/replay\` delivers them again.`,
            ].join(' '),
          },
        },
        { realmId, requestId: randomUUID() },
      );
      // Only now: the key keeps a repeated message from being a second one, but a message that was never sent would be missing.
      await this.database.transaction((tx) =>
        tx.getRepository(WebhookEntity).update({ id }, { ownerNotifiedOn: today.day }),
      );
    } catch (err) {
      this.resources.logger.warn(
        { err, realmId, webhook: id },
        'The owner of a webhook got no message about dead deliveries',
      );
    }
  }
}
