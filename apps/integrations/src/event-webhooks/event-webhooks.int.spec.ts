import type { ServerResponse } from 'node:http';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  type ParametersOf,
  Role,
  replayDeliveries,
  rotateWebhookSecret,
  SendMessageOnce,
  serviceUnavailable,
  testWebhook,
  updateWebhook,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type ReceivedRequest, startBotServer } from '../testing/bot-server.js';
import { PlayedEventQueues } from '../testing/played-event-queues.js';
import { TestIntegrations, testPrincipal } from '../testing/test-integrations.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const MAX_WEBHOOKS = 3;
const DISABLE_AFTER_SECONDS = 3_600;

const queues = new PlayedEventQueues();
let integrations: TestIntegrations;
let notices: SendMessageOnce[];
/** A user of each test's own. */
let owner = 1_000;
let receiver: Awaited<ReturnType<typeof startBotServer>>;
const receivers: { close(): void }[] = [];

const ok = (response: ServerResponse) => void response.writeHead(204).end();
const hang = () => undefined;

beforeAll(async () => {
  integrations = await TestIntegrations.start({
    replicas: 2,
    environment: {
      EGRESS_ALLOW: '127.0.0.1',
      EVENT_WEBHOOKS_PER_USER: String(MAX_WEBHOOKS),
      EVENT_WEBHOOK_RETRY_SECONDS: '0,0',
      EVENT_WEBHOOK_TIMEOUT_SECONDS: '1',
      EVENT_WEBHOOK_DISABLE_AFTER_SECONDS: String(DISABLE_AFTER_SECONDS),
    },
    others: {
      events: queues.handlers,
      messaging: {
        [SendMessageOnce.pattern]: (request: SendMessageOnce) => {
          notices.push(request);
          return { messageId: 1, isDuplicate: false };
        },
      },
    },
  });
  await queues.hold(integrations.redis.redis);
});
beforeEach(async () => {
  owner++;
  notices = [];
  queues.registering = () => undefined;
  queues.catchingUp = () => undefined;
  receiver = await startReceiver(ok);
});
afterEach(async () => {
  await integrations.connections.query('DELETE FROM event_webhooks');
  for (const server of receivers.splice(0)) server.close();
});
afterAll(() => integrations.stop());

async function startReceiver(behaviour: Parameters<typeof startBotServer>[0]) {
  const server = await startBotServer(behaviour);
  receivers.push(server);
  return server;
}

const as = (userId = owner, role?: Role) => testPrincipal(userId, role);
type Fields = Partial<ParametersOf<typeof createWebhook>>;
const create = (fields: Fields = {}, userId = owner) =>
  integrations.call(createWebhook, as(userId), parameters(fields));
const parameters = (fields: Fields): ParametersOf<typeof createWebhook> => ({
  url: receiver.url,
  eventTypes: ['typing'],
  narrow: [],
  allPublicStreams: false,
  applyMarkdown: false,
  format: 'full',
  ordered: false,
  description: '',
  ...fields,
});
const patch = (webhookId: number, fields: Omit<ParametersOf<typeof updateWebhook>, 'webhookId'>) =>
  integrations.call(updateWebhook, as(), { webhookId, ...fields });
const shown = async (webhookId: number) => (await integrations.call(getWebhook, as(), { webhookId })).webhook;

/** Events of the owner: numbers in the order of time. */
async function happen(...numbers: number[]): Promise<void> {
  for (const number of numbers) queues.add(owner, { type: 'typing', number } as { type: string });
  await queues.tell(integrations.redis.redis, owner);
}
const bodies = ({ requests } = receiver) => requests.map(({ body }) => JSON.parse(body));
const numbers = (server = receiver): number[] => bodies(server).flatMap(({ data }) => data.number ?? []);
const arrival = (...wanted: number[]) => eventually(() => wanted.every((number) => numbers().includes(number)));
const update = (set: string, webhookId: number) =>
  integrations.connections.query(`UPDATE event_webhooks SET ${set} WHERE id = $1`, [webhookId]);

describe('an event queue that has ended', () => {
  it('is replaced, and the receiver learns of the gap', async () => {
    const { webhook } = await create();
    await happen(1);
    await arrival(1);

    queues.end(owner);
    await happen();
    await eventually(() => bodies().some(({ type }) => type === 'webhook.gap'));
    await happen(2);
    await arrival(2);

    const [, gap, last] = bodies();
    expect(gap).toMatchObject({ type: 'webhook.gap', sequence: 2, data: { type: 'webhook.gap' } });
    expect(Date.parse(gap.data.from)).toBeLessThan(Date.parse(gap.data.until));
    expect(last).toMatchObject({ type: 'typing', sequence: 3 });
    expect(await shown(webhook.id)).toMatchObject({ pending: 0, dead: 0 });
  });

  it('delays no other webhook while it cannot be replaced', async () => {
    const other = owner;
    await create();
    const receiverOfOther = receiver;
    owner++;
    receiver = await startReceiver(ok);
    await create();
    queues.registering = ({ actor }) => {
      if (actor.userId === other) throw serviceUnavailable('events');
    };
    queues.end(other);
    await queues.tell(integrations.redis.redis, other);
    await happen(1);
    await arrival(1);

    queues.registering = () => undefined;
    await eventually(() => bodies(receiverOfOther).length === 1);
    expect(bodies(receiverOfOther)[0]).toMatchObject({ type: 'webhook.gap' });
  });
});

describe('the secret', () => {
  const signatures = ({ headers }: ReceivedRequest) => String(headers['webhook-signature']).split(' ');
  const isSignedBy = (secret: string, { headers, body }: ReceivedRequest) => {
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined;
    } catch {
      return false;
    }
  };

  it('signs together with the one before it, until the overlap ends', async () => {
    const { webhook, secret: former } = await create();
    const { secret } = await integrations.call(rotateWebhookSecret, as(), {
      webhookId: webhook.id,
      overlapSeconds: 60,
    });
    await happen(1);
    await arrival(1);
    const [during] = receiver.requests as [ReceivedRequest];
    expect(secret).not.toBe(former);
    expect(signatures(during)).toHaveLength(2);
    expect([secret, former].map((one) => isSignedBy(one, during))).toEqual([true, true]);

    await update(`former_secret_until = now() - interval '1 second'`, webhook.id);
    await happen(2);
    await arrival(2);
    const after = receiver.requests[1] as ReceivedRequest;
    expect([secret, former].map((one) => isSignedBy(one, after))).toEqual([true, false]);
    expect(signatures(after)).toHaveLength(1);
  });
});

describe('a receiver', () => {
  it('that hangs delays no other one, and has one request at a time', async () => {
    let open = 0;
    let most = 0;
    const hanging = await startReceiver((response) => {
      most = Math.max(most, ++open);
      response.on('close', () => open--);
    });
    const { webhook } = await create({ url: hanging.url });
    await create();
    await happen(1, 2, 3, 4, 5);
    await arrival(1, 2, 3, 4, 5);

    await eventually(() => hanging.requests.length >= 3);
    expect(most).toBe(1);
    expect((await shown(webhook.id)).pending).toBe(5);
  });

  it('fails by a redirect, which is not followed', async () => {
    const target = await startReceiver(ok);
    receiver.behaviour = (response) => void response.writeHead(307, { location: target.url }).end();
    const { webhook } = await create();
    await happen(1);
    await eventually(async () => (await shown(webhook.id)).dead === 1);

    const { deliveries } = await integrations.call(listDeliveries, as(), { webhookId: webhook.id, limit: 10 });
    expect(deliveries[0]?.attempts.map(({ status, error }) => [status, error])).toEqual(
      Array(3).fill([307, 'Status 307']),
    );
    expect(target.requests).toEqual([]);
    expect(notices).toMatchObject([{ senderId: null, message: { type: 'direct', to: [owner] } }]);
  });

  it('that never ends its response counts by its status, and its body is not read to the end', async () => {
    receiver.behaviour = (response) => {
      response.writeHead(500);
      const timer = setInterval(() => response.write('x'.repeat(1_000)), 5);
      response.on('close', () => clearInterval(timer));
    };
    const { webhook } = await create();
    await happen(1);
    await eventually(async () => (await shown(webhook.id)).dead === 1);

    const { deliveries } = await integrations.call(listDeliveries, as(), { webhookId: webhook.id, limit: 10 });
    expect(deliveries[0]?.attempts.map(({ status }) => status)).toEqual([500, 500, 500]);
  });

  it.each([
    ['hangs', () => undefined],
    ['breaks off', (response: ServerResponse) => void setTimeout(() => response.destroy(), 50)],
    [
      'never ends',
      (response: ServerResponse) => {
        const timer = setInterval(() => response.write('x'), 5);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('with a status of success and a body that %s has the delivery', async (_case, body) => {
    receiver.behaviour = (response) => {
      response.writeHead(200, { 'content-length': 1_000_000 }).write('x');
      body(response);
    };
    const { webhook } = await create();
    await happen(1);
    await eventually(async () => (await shown(webhook.id)).last_success !== null);

    expect(await shown(webhook.id)).toMatchObject({ pending: 0, dead: 0, consecutive_failures: 0 });
    expect(receiver.requests).toHaveLength(1);
  });

  it('that only fails for too long stops the webhook', async () => {
    receiver.behaviour = (response) => void response.writeHead(500).end();
    const { webhook } = await create();
    await happen(1);
    await eventually(async () => (await shown(webhook.id)).consecutive_failures === 3);
    expect(await shown(webhook.id)).toMatchObject({ is_active: true, disabled_reason: null });

    await update(`failing_since = now() - ${DISABLE_AFTER_SECONDS + 1} * interval '1 second'`, webhook.id);
    await happen(2);
    await eventually(async () => (await shown(webhook.id)).disabled_reason === 'failing');
    expect(await shown(webhook.id)).toMatchObject({ is_active: false, pending: 1, dead: 1 });
  });
});

describe('a flood of events', () => {
  it('is delivered whole when it has ended, and delays no other webhook', async () => {
    const COUNT = 150;
    const { webhook } = await create();
    const flooded = receiver;
    const ownerOfFlood = owner;
    await happen(...Array.from({ length: COUNT }, (_, number) => number));
    owner++;
    receiver = await startReceiver(ok);
    await create();
    await happen(1);
    await arrival(1);
    await eventually(() => numbers(flooded).length >= COUNT);

    const sequences = bodies(flooded).map(({ sequence }) => sequence as number);
    expect(sequences.sort((a, b) => a - b)).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
    const page = { webhookId: webhook.id, state: 'delivered' as const, limit: 100 };
    const { deliveries } = await eventually(async () => {
      const found = await integrations.call(listDeliveries, as(ownerOfFlood), page);
      return found.deliveries.length === 100 && found;
    });
    // Held for a second; the times are whole seconds.
    expect(deliveries.every(({ timestamp, attempts }) => (attempts[0]?.timestamp ?? 0) > timestamp)).toBe(true);
  });
});

describe('a change of the webhook', () => {
  it('of its filters loses no event', async () => {
    const { webhook } = await create();
    await happen(1);
    await arrival(1);
    // Event 2 is in the log, but neither in the queue nor read yet.
    queues.catchingUp = (userId) => {
      queues.catchingUp = () => undefined;
      queues.add(userId, { type: 'typing', number: 2 } as { type: string });
    };
    await patch(webhook.id, { eventTypes: ['typing', 'message'], narrow: [] });
    await happen(3);
    await arrival(1, 2, 3);

    expect(bodies().some(({ type }) => type === 'webhook.gap')).toBe(false);
    await eventually(() => queues.countOf(owner) === 1);
    expect(queues.registrations.at(-1)).toMatchObject({ eventTypes: ['typing', 'message'], isForWebhook: true });
  });

  it('counts for the next event, at each replica', async () => {
    const { webhook } = await create();
    for (const [number, format] of (['thin', 'full', 'thin', 'full', 'thin'] as const).entries()) {
      await patch(webhook.id, { format });
      queues.add(owner, { type: 'typing', number, stream_id: number } as { type: string });
      await queues.tell(integrations.redis.redis, owner);
      await eventually(() => bodies().length === number + 1);
      expect(bodies()[number].data).toEqual({
        type: 'typing',
        stream_id: number,
        ...(format === 'full' && { number }),
      });
    }
  });

  it('reports a gap if the former queue had ended', async () => {
    const { webhook } = await create();
    queues.end(owner);
    await patch(webhook.id, { narrow: [['is', 'mentioned']] });

    await eventually(() => bodies().some(({ type }) => type === 'webhook.gap'));
  });

  it('may change nothing', async () => {
    const { webhook } = await create({ description: 'mirror' });
    await patch(webhook.id, {});
    await patch(webhook.id, { isActive: true });
    expect((await patch(webhook.id, { isActive: false })).webhook.disabled_reason).toBe('stopped');
    await patch(webhook.id, { isActive: false });

    expect(await shown(webhook.id)).toMatchObject({ description: 'mirror', is_active: false });
  });

  it('stops it: pending deliveries wait, and events of the time without it are not delivered', async () => {
    receiver.behaviour = hang;
    const { webhook } = await create();
    await happen(1, 2);
    await eventually(() => receiver.requests.length > 0);
    // In the queue at the stop, and not read yet.
    queues.add(owner, { type: 'typing', number: 3 } as { type: string });
    await patch(webhook.id, { isActive: false });
    expect((await shown(webhook.id)).pending).toBe(3);
    expect(queues.countOf(owner)).toBe(0);
    await expect(integrations.call(testWebhook, as(), { webhookId: webhook.id })).rejects.toThrow('stopped');
    const sentBefore = receiver.requests.length;
    receiver.behaviour = ok;
    await happen(4);
    // Longer than a look for due deliveries: another webhook of the owner has events meanwhile.
    const other = await startReceiver(ok);
    await create({ url: other.url });
    for (const number of [5, 6]) {
      await happen(number);
      await eventually(() => numbers(other).includes(number));
    }
    expect(receiver.requests.length).toBeLessThanOrEqual(sentBefore + 1);

    await patch(webhook.id, { isActive: true });
    await happen(7);
    await eventually(async () => (await shown(webhook.id)).pending === 0);
    await arrival(1, 2, 3, 7);
    expect(numbers().filter((number) => [4, 5, 6].includes(number))).toEqual([]);
  });
});

describe('the deactivation of the owner', () => {
  it('pauses the webhook until the owner is back', async () => {
    const { webhook } = await create();
    await integrations.setActive(owner, false);
    await eventually(async () => {
      const { rows } = await integrations.connections.query(
        'SELECT is_owner_active AS is FROM event_webhooks WHERE id = $1',
        [webhook.id],
      );
      return rows[0].is === false;
    });
    await happen(1);
    await integrations.setActive(owner, true);
    queues.end(owner);
    await eventually(() => bodies().some(({ type }) => type === 'webhook.gap'));
    await happen(2);
    await arrival(2);

    expect(numbers()).toEqual([2]);
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
  ] as [string, Fields, string][])('%s', async (_, fields, name) => {
    const error = await create(fields).catch((reason: Error & { status: number }) => reason);
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining(name) });
    expect(queues.countOf(owner)).toBe(0);
  });

  it('more webhooks than a user may have', async () => {
    for (let n = 0; n < MAX_WEBHOOKS; n++) await create();
    await expect(create()).rejects.toThrow(`Too many webhooks (limit: ${MAX_WEBHOOKS})`);
    await eventually(() => queues.countOf(owner) === MAX_WEBHOOKS);
    await create({}, owner + 1_000);
  });

  it('all webhooks for a member', async () => {
    const { webhook } = await create();
    const all = { includeAll: true };
    await expect(integrations.call(listWebhooks, as(), all)).rejects.toThrow('Insufficient permission');
    const { webhooks } = await integrations.call(listWebhooks, as(owner + 1, Role.Administrator), all);
    expect(webhooks.map(({ id }) => id)).toEqual([webhook.id]);
  });

  it('a webhook that is deleted', async () => {
    const { webhook } = await create();
    await integrations.call(deleteWebhook, as(), { webhookId: webhook.id });
    const selection = { webhookId: webhook.id };
    await expect(patch(webhook.id, { description: '' })).rejects.toThrow('Webhook does not exist');
    await expect(integrations.call(testWebhook, as(), selection)).rejects.toThrow('Webhook does not exist');
    await eventually(() => queues.countOf(owner) === 0);
  });
});

describe('records', () => {
  it('stay for 14 days, and pending deliveries longer', async () => {
    const { webhook } = await create();
    await happen(1, 2);
    await arrival(1, 2);
    await eventually(async () => (await shown(webhook.id)).pending === 0);
    await integrations.connections.query(
      `UPDATE webhook_deliveries SET occurred_at = now() - interval '14 days 1 hour' WHERE sequence = 1`,
    );
    await integrations.replicas[0]?.app.get(DeliveriesRepository, { strict: false }).forgetOld();

    const { deliveries } = await integrations.call(listDeliveries, as(), { webhookId: webhook.id, limit: 10 });
    expect(deliveries.map(({ sequence }) => sequence)).toEqual([2]);
  });

  it('keep their last attempts, however often a delivery is repeated', async () => {
    const { webhook } = await create();
    await happen(1);
    await arrival(1);
    await eventually(async () => (await shown(webhook.id)).pending === 0);
    const many = JSON.stringify(Array(50).fill({ timestamp: 1, durationMs: 1, status: 500, error: 'Status 500' }));
    await integrations.connections.query('UPDATE webhook_deliveries SET attempts = $1', [many]);
    const replay = { webhookId: webhook.id, state: 'all' as const };
    expect(await integrations.call(replayDeliveries, as(), replay)).toEqual({ count: 1 });
    await eventually(() => receiver.requests.length === 2);
    await eventually(async () => (await shown(webhook.id)).pending === 0);

    const { deliveries } = await integrations.call(listDeliveries, as(), { webhookId: webhook.id, limit: 10 });
    expect(deliveries[0]?.attempts).toHaveLength(50);
    expect(deliveries[0]?.attempts.at(-1)).toMatchObject({ status: 204 });
  });
});
