import { randomUUID } from 'node:crypto';
import {
  CatchUpEvents,
  CreateEventQueue,
  DeleteEventQueue,
  eventShardOf,
  FetchEventQueues,
  type FetchedQueues,
  NO_CAPABILITIES,
  OpenEventQueue,
  type Principal,
  type QueueFetch,
  type QueueNews,
  serviceUnavailable,
  type WebhookFields,
} from '@chat/contracts';
import { EventShardHolders, partitionOf, tailKey } from '@chat/event-log';
import { RedisTransportClient } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import type { WebhookEntity } from '../webhook.entity.js';
import { queueTypes } from '../webhook-event.js';

export type QueueFilter = Pick<WebhookFields, 'eventTypes' | 'narrow' | 'allPublicStreams' | 'applyMarkdown'>;

const ATTEMPTS = 5;
const RETRY_AFTER_MS = 200;

/** Event queues of webhooks: ordinary queues of their owners, so that a webhook carries exactly the events of a queue. */
@Injectable()
export class OwnerQueues {
  private readonly holders: EventShardHolders;

  constructor(
    private readonly client: RedisTransportClient,
    private readonly resources: ServiceResources,
  ) {
    this.holders = new EventShardHolders(resources.redis, client.clock);
  }

  /** Registers a queue with the events from now on. Throws BAD_REQUEST or BAD_NARROW for a filter that queues do not know. */
  register(owner: Principal, filter: QueueFilter, asOf: string): Promise<string> {
    return retried(() => this.registerOnce(owner, filter, asOf));
  }

  /** Resolves when the queues of the owner have every event that is in the log by now. */
  catchUp({ realmId, ownerId: userId }: Pick<WebhookEntity, 'realmId' | 'ownerId'>): Promise<void> {
    return retried(async () => {
      const position = (await this.resources.redis.get(tailKey(partitionOf(realmId)))) ?? '0-0';
      const fields = { userId, realmId, position };
      await this.client.request(CatchUpEvents, fields, this.context(realmId), await this.holderOf(userId));
    });
  }

  /** The events of queues after `eventId`, each. Earlier ones are acknowledged. */
  async fetch(
    webhooks: readonly Pick<WebhookEntity, 'queueId' | 'ownerId' | 'realmId' | 'eventId'>[],
  ): Promise<{ news: readonly QueueNews[]; bodies: FetchedQueues['bodies'] }> {
    const queues = webhooks.map(
      ({ queueId, ownerId, realmId, eventId }): QueueFetch => [queueId ?? '', ownerId, realmId, eventId, false, null],
    );
    const { queues: news, bodies } = await this.client.request(FetchEventQueues, { queues }, this.context(0));
    return { news, bodies };
  }

  /** Best effort: a queue without fetches ends by itself. */
  async delete({ realmId, ownerId, queueId }: Pick<WebhookEntity, 'realmId' | 'ownerId' | 'queueId'>): Promise<void> {
    if (queueId === null) return;
    const fields = { realmId, userId: ownerId, queueId };
    await this.client.request(DeleteEventQueue, fields, this.context(realmId)).catch(() => {});
  }

  private async registerOnce(owner: Principal, filter: QueueFilter, asOf: string): Promise<string> {
    const { realmId, userId } = owner;
    const holder = await this.holderOf(userId);
    const options = {
      applyMarkdown: filter.applyMarkdown,
      clientExtavatar: false,
      slimPresence: false,
      includeSubscribers: false,
      allPublicStreams: filter.allPublicStreams,
      capabilities: NO_CAPABILITIES,
      eventTypes: queueTypes(filter.eventTypes),
      narrow: filter.narrow as unknown[],
      isForWebhook: true,
    };
    const context = this.context(realmId, asOf);
    const { queueId } = await this.client.request(CreateEventQueue, { actor: owner, ...options }, context, holder);
    await this.client.request(OpenEventQueue, { userId, queueId, stamps: {} }, context, holder);
    return queueId;
  }

  private async holderOf(userId: number): Promise<string> {
    const holder = await this.holders.find(eventShardOf(userId));
    if (holder === undefined) throw serviceUnavailable('events');
    return holder;
  }

  private context(realmId: number, asOf?: string) {
    return { realmId, requestId: randomUUID(), ...(asOf !== undefined && { asOf }) };
  }
}

/** Again after a 503: of a holder that is gone, or is taking the shard over. */
async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if ((error as { status?: number }).status !== 503 || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * RETRY_AFTER_MS));
    }
  }
}
