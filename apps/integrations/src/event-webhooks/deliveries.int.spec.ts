import { listDeliveries, type ParametersOf, replayDeliveries, replayDelivery, testWebhook } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { eventually } from '@chat/testing';
import { describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { type Histogram, register } from 'prom-client';
import { eventWebhooksUnderTest } from '../testing/event-webhooks-under-test.js';
import { DeadDeliveryNotices } from './sending/dead-delivery-notices.js';
import { WebhookEntity } from './webhook.entity.js';

const webhooks = eventWebhooksUnderTest();

/** A webhook with delivered events; their sequences are their numbers. */
async function delivered(count: number): Promise<number> {
  const { webhook } = await webhooks.create({ ordered: true });
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  await webhooks.happen(...numbers);
  await webhooks.arrival(...numbers);
  await eventually(async () => (await webhooks.shown(webhook.id)).pending === 0);
  return webhook.id;
}

describe('the list of deliveries', () => {
  const sequences = async (page: ParametersOf<typeof listDeliveries>) =>
    (await webhooks.integrations.call(listDeliveries, webhooks.as(), page)).deliveries.map(({ sequence }) => sequence);

  it('begins with the newest, and goes on before a sequence', async () => {
    const webhookId = await delivered(5);

    expect(await sequences({ webhookId, limit: 2 })).toEqual([5, 4]);
    expect(await sequences({ webhookId, limit: 2, before: 4 })).toEqual([3, 2]);
    expect(await sequences({ webhookId, limit: 2, before: 1 })).toEqual([]);
  });

  it('has the deliveries of a state', async () => {
    const webhookId = await delivered(3);
    await webhooks.integrations.connections.query(
      `UPDATE webhook_deliveries SET state = 'dead' WHERE webhook_id = $1 AND sequence = 2`,
      [webhookId],
    );

    expect(await sequences({ webhookId, limit: 10, state: 'delivered' })).toEqual([3, 1]);
    expect(await sequences({ webhookId, limit: 10, state: 'dead' })).toEqual([2]);
    expect(await sequences({ webhookId, limit: 10, state: 'pending' })).toEqual([]);
  });
});

describe('a replay', () => {
  it('repeats the deliveries of a time, under their ids', async () => {
    const webhookId = await delivered(4);
    const times = `UPDATE webhook_deliveries SET occurred_at = to_timestamp(1000000000 + 10 * sequence) WHERE webhook_id = $1`;
    await webhooks.integrations.connections.query(times, [webhookId]);
    const ids = webhooks.receiver.requests.map(({ headers }) => headers['webhook-id']);
    const replay = { webhookId, state: 'all' as const, since: 1_000_000_020, until: 1_000_000_030 };

    expect(await webhooks.integrations.call(replayDeliveries, webhooks.as(), replay)).toEqual({ count: 2 });
    await eventually(() => webhooks.receiver.requests.length === 6);
    await eventually(async () => (await webhooks.shown(webhookId)).pending === 0);

    const repeated = webhooks.receiver.requests.slice(4);
    expect(repeated.map(({ headers }) => headers['webhook-id']).sort()).toEqual(ids.slice(1, 3));
  });

  it('is no lag', async () => {
    const lags = async () => {
      const { values } = await (register.getSingleMetric('chat_webhook_delivery_lag_seconds') as Histogram).get();
      return values.find(({ metricName }) => metricName?.endsWith('_count'))?.value ?? 0;
    };
    const before = await lags();
    const webhookId = await delivered(2);
    await eventually(async () => (await lags()) === before + 2);

    await webhooks.integrations.call(replayDeliveries, webhooks.as(), { webhookId, state: 'all' });
    await eventually(() => webhooks.receiver.requests.length === 4);
    await eventually(async () => (await webhooks.shown(webhookId)).pending === 0);
    // Ordered, so the replayed ones are counted before this one.
    await webhooks.integrations.call(testWebhook, webhooks.as(), { webhookId });
    await eventually(async () => (await lags()) >= before + 3);

    expect(await lags()).toBe(before + 3);
  });

  it('of one delivery repeats that one', async () => {
    const webhookId = await delivered(2);
    const deliveryId = String(webhooks.receiver.requests[0]?.headers['webhook-id']);

    await webhooks.integrations.call(replayDelivery, webhooks.as(), { webhookId, deliveryId });
    await eventually(async () => (await webhooks.shown(webhookId)).pending === 0);

    expect(webhooks.receiver.requests.slice(2).map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId]);
    const unknown = { webhookId, deliveryId: `msg_${webhookId}_9` };
    await expect(webhooks.integrations.call(replayDelivery, webhooks.as(), unknown)).rejects.toThrow('does not exist');
  });

  it('of many makes the first ones due before it reaches the last', async () => {
    const webhookId = await delivered(1);
    await webhooks.integrations.connections.query(
      `INSERT INTO webhook_deliveries (webhook_id, sequence, event_type, payload, occurred_at, state, attempts)
       SELECT $1, n, 'message', '{}', now(), 'dead', '[]' FROM generate_series(2, 6001) AS n`,
      [webhookId],
    );
    const replay = { webhookId, state: 'dead' as const };
    const app = webhooks.integrations.replicas[0]?.app as INestApplicationContext;
    const replayed = await app.get(Database, { strict: false }).transaction(async (tx) => {
      await tx.query(`SELECT FROM webhook_deliveries WHERE webhook_id = $1 AND sequence = 6001 FOR UPDATE`, [
        webhookId,
      ]);
      const call = webhooks.integrations.call(replayDeliveries, webhooks.as(), replay);
      await eventually(() => webhooks.receiver.requests.length > 1);
      return () => call;
    });

    expect(await replayed()).toEqual({ count: 6_000 });
  });
});

describe('a test request', () => {
  it('reaches the receiver as the next delivery, and names the product only', async () => {
    const webhookId = await delivered(1);
    const { delivery } = await webhooks.integrations.call(testWebhook, webhooks.as(), { webhookId });
    await eventually(() => webhooks.receiver.requests.length === 2);

    const [, request] = webhooks.receiver.requests;
    expect(delivery).toMatchObject({ event_type: 'webhook.test', sequence: 2, id: request?.headers['webhook-id'] });
    expect(webhooks.bodies()[1]).toMatchObject({ type: 'webhook.test', sequence: 2, data: { type: 'webhook.test' } });
    expect(request?.headers['user-agent']).toBe('Chat-Webhooks/1');
  });
});

describe('dead deliveries', () => {
  it('of one day are one message to the owner for each webhook', async () => {
    webhooks.receiver.behaviour = (response) => void response.writeHead(500).end();
    const { webhook } = await webhooks.create();
    const { webhook: another } = await webhooks.create();
    const dies = (count: number) =>
      eventually(async () => {
        const shown = await Promise.all([webhook.id, another.id].map((id) => webhooks.shown(id)));
        return shown.every(({ dead }) => dead === count);
      });
    await webhooks.happen(1);
    await dies(1);
    await webhooks.happen(2);
    await dies(2);
    // A webhook without successes has one request at a time, so the notices of earlier ones are sent by then.
    await webhooks.happen(3);
    await dies(3);

    const mentioned = webhooks.notices.map(({ message }) => /webhook (\d+)/.exec(message.content)?.[1]);
    expect(mentioned.sort()).toEqual([String(webhook.id), String(another.id)].sort());
  });

  it('that the owner has replayed meanwhile are no message', async () => {
    const { webhook } = await webhooks.create();
    const app = webhooks.integrations.replicas[0]?.app as INestApplicationContext;
    const row = await app
      .get(Database, { strict: false })
      .getRepository(WebhookEntity)
      .findOneByOrFail({ id: webhook.id });

    await app.get(DeadDeliveryNotices, { strict: false }).ofDeadDelivery(row);

    expect(webhooks.notices).toEqual([]);
  });
});
