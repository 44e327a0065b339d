import { randomUUID } from 'node:crypto';
import { GetPrincipal, type Principal } from '@chat/contracts';
import { lockByName, type Transaction } from '@chat/persistence';
import { RedisTransportClient } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import type { WebhookEntity } from './webhook.entity.js';

/** Until the commit no other transaction adds a webhook of the owner or applies a change of the owner. */
export async function lockWebhooksOf(tx: Transaction, ownerId: number): Promise<void> {
  await lockByName(tx, `webhooks:${ownerId}`);
}

@Injectable()
export class WebhookOwners {
  constructor(
    private readonly client: RedisTransportClient,
    private readonly resources: ServiceResources,
  ) {}

  /** The position of the latest change in the realm. Of two equal ones the second needs no look at the owner. */
  position(realmId: number): Promise<string> {
    return this.resources.reader.tail(realmId);
  }

  /** The owner as of a position or later; null if it is deactivated. */
  find(
    { realmId, ownerId: userId }: Pick<WebhookEntity, 'realmId' | 'ownerId'>,
    asOf: string,
  ): Promise<Principal | null> {
    return this.client.request(GetPrincipal, { realmId, userId }, { realmId, requestId: randomUUID(), asOf });
  }
}
