import {
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  Role,
  replayDeliveries,
  serviceUnavailable,
  testWebhook,
  UserUpdated,
} from '@chat/contracts';
import { ServiceResources } from '@chat/service-kit';
import { accountRecord, eventually } from '@chat/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { eventWebhooksUnderTest, MAX_WEBHOOKS, ok, type WebhookFields } from '../testing/event-webhooks-under-test.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { OwnerChanges } from './owner-changes.js';

const webhooks = eventWebhooksUnderTest();

describe('an event queue that has ended', () => {
  it('is replaced, and the receiver learns of the gap', async () => {
    const { webhook } = await webhooks.create();
    await webhooks.happen(1);
    await webhooks.arrival(1);

    webhooks.queues.end(webhooks.owner);
    await webhooks.happen();
    await webhooks.gap();
    await webhooks.happen(2);
    await webhooks.arrival(2);

    const [, gap, last] = webhooks.bodies();
    expect(gap).toMatchObject({ type: 'webhook.gap', sequence: 2, data: { type: 'webhook.gap' } });
    expect(Date.parse(gap.data.from)).toBeLessThan(Date.parse(gap.data.until));
    expect(last).toMatchObject({ type: 'typing', sequence: 3 });
    expect(await webhooks.shown(webhook.id)).toMatchObject({ pending: 0, dead: 0 });
  });

  it('is not reported as replaced if the webhook is deleted', async () => {
    const { webhook } = await webhooks.create();
    const warnings = webhooks.integrations.replicas.map(({ app }) =>
      jest.spyOn(app.get(ServiceResources, { strict: false }).logger, 'warn'),
    );
    let registrations = 0;
    webhooks.queues.registering = async () => {
      await webhooks.integrations.connections.query('DELETE FROM event_webhooks WHERE id = $1', [webhook.id]);
      registrations++;
    };
    webhooks.queues.end(webhooks.owner);
    await webhooks.happen();
    await eventually(() => registrations > 0);
    await webhooks.useNextOwner();
    await webhooks.create();
    await webhooks.happen(1);
    await webhooks.arrival(1);

    const reported = warnings.flatMap((warn) => warn.mock.calls.map(([fields]) => fields));
    for (const warn of warnings) warn.mockRestore();
    expect(reported).not.toContainEqual(expect.objectContaining({ webhook: webhook.id }));
  });

  it('delays no other webhook while it cannot be replaced', async () => {
    const other = webhooks.owner;
    await webhooks.create();
    const receiverOfOther = webhooks.receiver;
    await webhooks.useNextOwner();
    await webhooks.create();
    webhooks.queues.registering = ({ actor }) => {
      if (actor.userId === other) throw serviceUnavailable('events');
    };
    webhooks.queues.end(other);
    await webhooks.queues.notify(webhooks.integrations.redis.redis, other);
    await webhooks.happen(1);
    await webhooks.arrival(1);

    webhooks.queues.registering = () => undefined;
    await eventually(() => webhooks.bodies(receiverOfOther).length === 1);
    expect(webhooks.bodies(receiverOfOther)[0]).toMatchObject({ type: 'webhook.gap' });
  });
});

describe('a flood of events', () => {
  it('is delivered whole when it has ended, and delays no other webhook', async () => {
    const COUNT = 150;
    const { webhook } = await webhooks.create();
    const flooded = webhooks.receiver;
    const ownerOfFlood = webhooks.owner;
    await webhooks.happen(...Array.from({ length: COUNT }, (_, number) => number));
    await webhooks.useNextOwner();
    await webhooks.create();
    await webhooks.happen(1);
    await webhooks.arrival(1);
    // After a request that a busy machine does not answer in time, the rest waits for the next look.
    await eventually(() => webhooks.numbers(flooded).length >= COUNT, { withinMs: 60_000 });

    const sequences = webhooks.bodies(flooded).map(({ sequence }) => sequence as number);
    expect(sequences.sort((a, b) => a - b)).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
    const page = { webhookId: webhook.id, state: 'delivered' as const, limit: 100 };
    const { deliveries } = await eventually(async () => {
      const found = await webhooks.integrations.call(listDeliveries, webhooks.as(ownerOfFlood), page);
      return found.deliveries.length === 100 && found;
    });
    // Held for a second; the times are whole seconds.
    expect(deliveries.every(({ timestamp, attempts }) => (attempts[0]?.timestamp ?? 0) > timestamp)).toBe(true);
  }, 90_000);
});

describe('a change of the webhook', () => {
  it('of its filters loses no event', async () => {
    const { webhook } = await webhooks.create();
    await webhooks.happen(1);
    await webhooks.arrival(1);
    // Event 2 is in the log, but neither in the queue nor read yet.
    webhooks.queues.catchingUp = () => {
      webhooks.queues.catchingUp = () => undefined;
      webhooks.add(2);
    };
    await webhooks.patch(webhook.id, { eventTypes: ['typing', 'message'], narrow: [] });
    await webhooks.happen(3);
    await webhooks.arrival(1, 2, 3);

    expect(webhooks.bodies().some(({ type }) => type === 'webhook.gap')).toBe(false);
    await webhooks.hasQueues(1);
    expect(webhooks.queues.registrations.at(-1)).toMatchObject({
      eventTypes: ['typing', 'message'],
      isForWebhook: true,
    });
  });

  it('counts for the next event, at each replica', async () => {
    const { webhook } = await webhooks.create();
    for (const [number, format] of (['thin', 'full', 'thin', 'full', 'thin'] as const).entries()) {
      await webhooks.patch(webhook.id, { format });
      webhooks.queues.add(webhooks.owner, { type: 'typing', number, stream_id: number } as { type: string });
      await webhooks.queues.notify(webhooks.integrations.redis.redis, webhooks.owner);
      await eventually(() => webhooks.bodies().length === number + 1);
      expect(webhooks.bodies()[number].data).toEqual({
        type: 'typing',
        stream_id: number,
        ...(format === 'full' && { number }),
      });
    }
  });

  it('reports a gap if the former queue had ended', async () => {
    const { webhook } = await webhooks.create();
    webhooks.queues.end(webhooks.owner);
    await webhooks.patch(webhook.id, { narrow: [['is', 'mentioned']] });

    await webhooks.gap();
  });

  it('may change nothing', async () => {
    const { webhook } = await webhooks.create({ description: 'mirror' });
    await webhooks.patch(webhook.id, {});
    await webhooks.patch(webhook.id, { isActive: true });
    expect((await webhooks.patch(webhook.id, { isActive: false })).webhook.disabled_reason).toBe('stopped');
    await webhooks.patch(webhook.id, { isActive: false });

    expect(await webhooks.shown(webhook.id)).toMatchObject({ description: 'mirror', is_active: false });
  });

  it('stops it: pending deliveries wait, and events of the time without it are not delivered', async () => {
    webhooks.receiver.behaviour = () => undefined;
    const { webhook } = await webhooks.create();
    await webhooks.happen(1, 2);
    await eventually(() => webhooks.receiver.requests.length > 0);
    // In the queue at the stop, and not read yet.
    webhooks.add(3);
    await webhooks.patch(webhook.id, { isActive: false });
    expect((await webhooks.shown(webhook.id)).pending).toBe(3);
    await webhooks.hasQueues(0);
    await expect(webhooks.integrations.call(testWebhook, webhooks.as(), { webhookId: webhook.id })).rejects.toThrow(
      'stopped',
    );
    const sentBefore = webhooks.receiver.requests.length;
    webhooks.receiver.behaviour = ok;
    await webhooks.happen(4);
    // Longer than a look for due deliveries: another webhook of the owner has events meanwhile.
    const other = await webhooks.startReceiver(ok);
    await webhooks.create({ url: other.url });
    for (const number of [5, 6]) {
      await webhooks.happen(number);
      await eventually(() => webhooks.numbers(other).includes(number));
    }
    expect(webhooks.receiver.requests.length).toBeLessThanOrEqual(sentBefore + 1);

    await webhooks.patch(webhook.id, { isActive: true });
    await webhooks.happen(7);
    await eventually(async () => (await webhooks.shown(webhook.id)).pending === 0);
    await webhooks.arrival(1, 2, 3, 7);
    expect(webhooks.numbers().filter((number) => [4, 5, 6].includes(number))).toEqual([]);
  });
});

describe('the deactivation of the owner', () => {
  it('pauses the webhook until the owner is back', async () => {
    const { webhook } = await webhooks.create();
    await webhooks.integrations.setActive(webhooks.owner, false);
    await eventually(async () => {
      const { rows } = await webhooks.integrations.connections.query(
        'SELECT is_owner_active AS is FROM event_webhooks WHERE id = $1',
        [webhook.id],
      );
      return rows[0].is === false;
    });
    await webhooks.happen(1);
    // The deactivation ends the owner's queues.
    webhooks.queues.end(webhooks.owner);
    await webhooks.integrations.setActive(webhooks.owner, true);
    await webhooks.gap();
    await webhooks.happen(2);
    await webhooks.arrival(2);

    expect(webhooks.numbers()).toEqual([2]);
  });

  it('lets a gap begin at the reactivation, also if the service handles its event much later', async () => {
    const { webhook } = await webhooks.create();
    const reactivatedAt = Date.now() - 600_000;
    webhooks.queues.end(webhooks.owner);
    await webhooks.update('is_owner_active = false', webhook.id);
    const { owner: userId, integrations } = webhooks;
    const [replica] = integrations.replicas as [(typeof integrations.replicas)[number]];
    await replica.app.get(OwnerChanges, { strict: false }).onUserUpdated({
      ...UserUpdated.of({ userId, user: accountRecord(userId, {}), previous: { isActive: false }, actorId: null }),
      ...{ service: 'users', realmId: integrations.realmId, sequence: 1, follows: 0, logId: `${reactivatedAt}-0` },
    });
    await webhooks.gap();

    expect(Date.parse(webhooks.bodies()[0].data.from)).toBeLessThanOrEqual(reactivatedAt);
  });

  it('pauses nothing if two replicas handle it and the reactivation at the same time', async () => {
    const { webhook } = await webhooks.create();
    const { owner, integrations } = webhooks;
    const { connections } = integrations;
    const waiting = async () =>
      (
        await connections.query(
          `SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'webhooks|advisory'`,
        )
      ).rowCount;
    const blocker = await connections.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM event_webhooks WHERE id = $1 FOR NO KEY UPDATE', [webhook.id]);
    await integrations.setActive(owner, false);
    await eventually(async () => (await waiting()) === 1);
    await integrations.setActive(owner, true);
    await eventually(async () => (await waiting()) === 2).finally(() => blocker.query('COMMIT'));
    blocker.release();

    await eventually(async () => (await waiting()) === 0);
    await webhooks.happen(1);
    await webhooks.arrival(1);
  });

  it('stops pending deliveries, also before this service has handled the event', async () => {
    const { webhook } = await webhooks.create();
    const { owner, receiver } = webhooks;
    await webhooks.useNextOwner();
    const { webhook: ofAnother } = await webhooks.create();
    const blocker = await webhooks.integrations.connections.connect();
    try {
      await blocker.query('BEGIN');
      // The handler of the event waits for this lock; deliveries do not.
      await blocker.query('SELECT 1 FROM event_webhooks WHERE id = $1 FOR NO KEY UPDATE', [webhook.id]);
      await webhooks.integrations.setActive(owner, false);
      await webhooks.insertDueDelivery(webhook.id);
      // Each of these comes with another look for due deliveries.
      for (const count of [1, 2, 3]) {
        await webhooks.insertDueDelivery(ofAnother.id);
        await eventually(() => webhooks.bodies().length === count);
      }
      expect(receiver.requests).toEqual([]);
    } finally {
      await blocker.query('COMMIT');
      blocker.release();
    }

    await webhooks.integrations.setActive(owner, true);
    await eventually(() => webhooks.bodies(receiver).length === 1);
  });
});

describe('refused requests', () => {
  it.each([
    ['another scheme', { url: 'ftp://hooks.example.com/' }, 'url'],
    ['a private address', { url: 'http://192.168.0.1/' }, 'url'],
    ['credentials in the address', { url: 'https://user:word@hooks.example.com/' }, 'url'],
    ['no event types', { eventTypes: [] }, 'event_types'],
    ['an unknown event type', { eventTypes: ['letter'] }, 'event_types'],
    ['an operator that queues do not have', { narrow: [['search', 'word']] }, 'search'],
    ['a null byte', { narrow: [['topic', 'a\0b']] }, 'null bytes'],
    ['half a character', { narrow: [['topic', 'a\ud800b']] }, 'narrow'],
    ['a huge narrow', { narrow: [['topic', 'a'.repeat(20_000)]] }, 'narrow'],
  ] as [string, WebhookFields, string][])('%s', async (_, fields, name) => {
    const error = await webhooks.create(fields).catch((reason: Error & { status: number }) => reason);
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining(name) });
    await webhooks.hasQueues(0);
  });

  it('more webhooks than a user may have', async () => {
    for (let n = 0; n < MAX_WEBHOOKS; n++) await webhooks.create();
    await expect(webhooks.create()).rejects.toThrow(`Too many webhooks (limit: ${MAX_WEBHOOKS})`);
    await webhooks.hasQueues(MAX_WEBHOOKS);
    await webhooks.create({}, webhooks.owner + 1_000);
  });

  it('all webhooks for a member', async () => {
    const { webhook } = await webhooks.create();
    const all = { includeAll: true };
    await expect(webhooks.integrations.call(listWebhooks, webhooks.as(), all)).rejects.toThrow(
      'Insufficient permission',
    );
    const { webhooks: listed } = await webhooks.integrations.call(
      listWebhooks,
      webhooks.as(webhooks.owner + 1, Role.Administrator),
      all,
    );
    expect(listed.map(({ id }) => id)).toEqual([webhook.id]);
  });

  it('a webhook that is deleted', async () => {
    const { webhook } = await webhooks.create();
    await webhooks.happen(1, 2);
    await webhooks.arrival(1, 2);
    await webhooks.integrations.call(deleteWebhook, webhooks.as(), { webhookId: webhook.id });
    const records = 'SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1';
    expect((await webhooks.integrations.connections.query(records, [webhook.id])).rows).toEqual([]);
    const selection = { webhookId: webhook.id };
    await expect(webhooks.patch(webhook.id, { description: '' })).rejects.toThrow('Webhook does not exist');
    await expect(webhooks.integrations.call(testWebhook, webhooks.as(), selection)).rejects.toThrow(
      'Webhook does not exist',
    );
    await webhooks.hasQueues(0);
  });
});

describe('records', () => {
  it('stay for 14 days, and pending deliveries longer', async () => {
    const { webhook } = await webhooks.create();
    await webhooks.happen(1, 2);
    await webhooks.arrival(1, 2);
    await eventually(async () => (await webhooks.shown(webhook.id)).pending === 0);
    await webhooks.integrations.connections.query(
      `UPDATE webhook_deliveries SET occurred_at = now() - interval '14 days 1 hour' WHERE sequence = 1`,
    );
    await webhooks.integrations.replicas[0]?.app.get(DeliveriesRepository, { strict: false }).forgetOld();

    const { deliveries } = await webhooks.integrations.call(listDeliveries, webhooks.as(), {
      webhookId: webhook.id,
      limit: 10,
    });
    expect(deliveries.map(({ sequence }) => sequence)).toEqual([2]);
  });

  it('keep their last attempts, however often a delivery is repeated', async () => {
    const { webhook } = await webhooks.create();
    await webhooks.happen(1);
    await webhooks.arrival(1);
    await eventually(async () => (await webhooks.shown(webhook.id)).pending === 0);
    const many = JSON.stringify(Array(50).fill({ timestamp: 1, durationMs: 1, status: 500, error: 'Status 500' }));
    await webhooks.integrations.connections.query('UPDATE webhook_deliveries SET attempts = $1', [many]);
    const replay = { webhookId: webhook.id, state: 'all' as const };
    expect(await webhooks.integrations.call(replayDeliveries, webhooks.as(), replay)).toEqual({ count: 1 });
    await eventually(() => webhooks.receiver.requests.length >= 2);
    await eventually(async () => (await webhooks.shown(webhook.id)).pending === 0);

    const { deliveries } = await webhooks.integrations.call(listDeliveries, webhooks.as(), {
      webhookId: webhook.id,
      limit: 10,
    });
    expect(deliveries[0]?.attempts).toHaveLength(50);
    expect(deliveries[0]?.attempts.at(-1)).toMatchObject({ status: 204 });
  });
});
