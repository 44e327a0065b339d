import type { ServerResponse } from 'node:http';
import {
  createWebhook,
  getWebhook,
  type ParametersOf,
  type Role,
  SendMessageOnce,
  updateWebhook,
  type WebhookUpdate,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { INestMicroservice } from '@nestjs/common';
import { WebhooksService } from '../event-webhooks/webhooks.service.js';
import { type Behaviour, type BotServer, startBotServer } from './bot-server.js';
import { PlayedEventQueues } from './played-event-queues.js';
import { TestIntegrations, testPrincipal } from './test-integrations.js';

export const MAX_WEBHOOKS = 3;
export const DISABLE_AFTER_SECONDS = 3_600;

export type WebhookFields = Partial<ParametersOf<typeof createWebhook>>;

export const ok = (response: ServerResponse) => void response.writeHead(204).end();

/** Starts two replicas with played event queues for a test file. Each test has an owner and a receiver of its own. */
export function eventWebhooksUnderTest(): EventWebhooksUnderTest {
  const webhooks = new EventWebhooksUnderTest();
  beforeAll(() => webhooks.start());
  beforeEach(() => webhooks.beginTest());
  afterEach(() => webhooks.endTest());
  afterAll(() => webhooks.integrations?.stop());
  return webhooks;
}

class EventWebhooksUnderTest {
  readonly queues = new PlayedEventQueues();
  integrations!: TestIntegrations;
  /** Messages to owners. */
  notices: SendMessageOnce[] = [];
  owner = 1_000;
  receiver!: BotServer;
  private receivers: BotServer[] = [];

  async start(): Promise<void> {
    this.integrations = await TestIntegrations.start({
      replicas: 2,
      environment: {
        EGRESS_ALLOW: '127.0.0.1',
        EVENT_WEBHOOKS_PER_USER: String(MAX_WEBHOOKS),
        EVENT_WEBHOOK_RETRY_SECONDS: '0,0',
        EVENT_WEBHOOK_TIMEOUT_SECONDS: '1',
        EVENT_WEBHOOK_DISABLE_AFTER_SECONDS: String(DISABLE_AFTER_SECONDS),
      },
      others: {
        events: this.queues.handlers,
        messaging: {
          [SendMessageOnce.pattern]: (request: SendMessageOnce) => {
            this.notices.push(request);
            return { messageId: 1, isDuplicate: false };
          },
        },
      },
    });
    await this.queues.hold(this.integrations.redis.redis);
  }

  async beginTest(): Promise<void> {
    this.notices = [];
    this.queues.registering = () => undefined;
    this.queues.catchingUp = () => undefined;
    this.queues.opening = () => undefined;
    this.queues.deleting = () => undefined;
    await this.useNextOwner();
  }

  async endTest(): Promise<void> {
    await this.integrations.connections.query('DELETE FROM event_webhooks');
    for (const server of this.receivers.splice(0)) server.close();
  }

  /** From now on `owner` is another user, and `receiver` a new server. */
  async useNextOwner(): Promise<void> {
    this.owner++;
    this.receiver = await this.startReceiver(ok);
  }

  async startReceiver(behaviour: Behaviour): Promise<BotServer> {
    const server = await startBotServer(behaviour);
    this.receivers.push(server);
    return server;
  }

  as(userId = this.owner, role?: Role) {
    return testPrincipal(userId, role);
  }

  create(fields: WebhookFields = {}, userId = this.owner) {
    return this.integrations.call(createWebhook, this.as(userId), {
      url: this.receiver.url,
      eventTypes: ['typing'],
      narrow: [],
      allPublicStreams: false,
      applyMarkdown: false,
      format: 'full',
      ordered: false,
      description: '',
      ...fields,
    });
  }

  patch(webhookId: number, fields: Omit<ParametersOf<typeof updateWebhook>, 'webhookId'>) {
    return this.integrations.call(updateWebhook, this.as(), { webhookId, ...fields });
  }

  /** Changes a webhook at one of the replicas. */
  patchAt(replica: number, webhookId: number, fields: Omit<WebhookUpdate, 'webhookId'>) {
    const { app } = this.integrations.replicas[replica] as { app: INestMicroservice };
    return app.get(WebhooksService, { strict: false }).update(this.as(), { webhookId, ...fields });
  }

  async shown(webhookId: number) {
    return (await this.integrations.call(getWebhook, this.as(), { webhookId })).webhook;
  }

  /** A follower that has seen a queue end registers another one, and deletes it again if the webhook has changed. */
  async hasQueues(count: number): Promise<void> {
    await eventually(() => this.queues.countOf(this.owner) === count, { what: `${count} queues` });
  }

  /** Changes columns of a webhook. */
  update(assignments: string, webhookId: number) {
    return this.integrations.connections.query(`UPDATE event_webhooks SET ${assignments} WHERE id = $1`, [webhookId]);
  }

  /** Adds a pending delivery. No replica gets notice of it: the next look for due ones finds it. */
  async insertDueDelivery(webhookId: number): Promise<void> {
    await this.integrations.connections.query(
      `INSERT INTO webhook_deliveries (webhook_id, sequence, event_type, payload, occurred_at, state, next_attempt_at)
       SELECT $1, 100 + count(*), 'typing', '{}', now(), 'pending', now() FROM webhook_deliveries WHERE webhook_id = $1`,
      [webhookId],
    );
  }

  /** Events of the owner, by number; they are in the queue, and the service has not read them. */
  add(...numbers: number[]): void {
    for (const number of numbers) this.queues.add(this.owner, { type: 'typing', number } as { type: string });
  }

  /** Events of the owner, in the order of time. */
  async happen(...numbers: number[]): Promise<void> {
    this.add(...numbers);
    await this.queues.notify(this.integrations.redis.redis, this.owner);
  }

  /** Of each delivery once: a request that a busy machine does not answer within the time limit is repeated. */
  bodies({ requests } = this.receiver) {
    const firstById = new Map(requests.toReversed().map((request) => [request.headers['webhook-id'], request]));
    return requests
      .filter((request) => firstById.get(request.headers['webhook-id']) === request)
      .map(({ body }) => JSON.parse(body));
  }

  numbers(server = this.receiver): number[] {
    return this.bodies(server).flatMap(({ data }) => data.number ?? []);
  }

  arrival(...wanted: number[]) {
    return eventually(() => wanted.every((number) => this.numbers().includes(number)));
  }

  /** Waits until the receiver gets to know that events are missing. */
  gap() {
    return eventually(() => this.bodies().some(({ type }) => type === 'webhook.gap'));
  }
}
