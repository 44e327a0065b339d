import { Role } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Organization, type TestUser } from '../../support/organization.js';
import type { SystemUnderTest } from '../../support/system-under-test.js';
import { isSignedBy, WebhookReceiver } from '../../support/webhook-receiver.js';

const SENDS = 120;
const ARRIVES_WITHIN_MS = 60_000;

let tested: SystemUnderTest;
let organization: Organization;
let ana: TestUser;
let ben: TestUser;
let receiver: WebhookReceiver;
let webhookId: number;

async function create(fields: Record<string, unknown> = {}): Promise<string> {
  const { webhook, secret } = await ana.client.post('/webhooks', {
    url: receiver.url,
    event_types: ['message'],
    ...fields,
  });
  webhookId = webhook.id;
  return secret;
}
const send = (content: string, to = 'plans') =>
  ben.client.post('/messages', { type: 'stream', to, topic: 'hooks', content });
const arrival = (...contents: string[]) =>
  eventually(() => contents.every((content) => receiver.contents().includes(content)), {
    withinMs: ARRIVES_WITHIN_MS,
    what: contents.join(', '),
  });
const webhook = async () => (await ana.client.get(`/webhooks/${webhookId}`)).webhook;
const deliveries = async (filter: { state?: string } = {}) =>
  (await ana.client.get(`/webhooks/${webhookId}/deliveries`, filter)).deliveries as {
    id: string;
    sequence: number;
    state: string;
    attempts: { status: number | null; error: string | null }[];
  }[];

/** Tests of webhooks that post the events of a queue, also while replicas end. */
export function eventWebhooks(system: () => SystemUnderTest): void {
  beforeAll(async () => {
    tested = system();
    organization = await Organization.create(tested.system);
    ana = await organization.addUser('Ana');
    ben = await organization.addUser('Ben');
    await organization.owner.client.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'plans' }, { name: 'garden' }],
      principals: [ana.userId, ben.userId],
    });
  }, 180_000);
  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
  });
  afterEach(async () => {
    await ana.client.delete(`/webhooks/${webhookId}`).catch(() => {});
    receiver.close();
  });
  afterAll(async () => {
    await organization?.close();
  }, 60_000);

  describe('an event webhook', () => {
    it('posts the events of an event queue, signed, and records the deliveries', async () => {
      const secret = await create();
      const { id } = await send('one');
      await arrival('one');

      const [first] = receiver.received;
      expect(first?.body).toMatchObject({ type: 'message', sequence: 1, data: { type: 'message', message: { id } } });
      expect(first?.body.data).not.toHaveProperty('id');
      expect(first && isSignedBy(secret, first)).toBe(true);
      expect(first && isSignedBy(`whsec_${Buffer.alloc(32).toString('base64')}`, first)).toBe(false);
      await eventually(async () => (await webhook()).pending === 0);
      expect(await deliveries()).toMatchObject([
        { id: first?.id, sequence: 1, state: 'delivered', attempts: [{ status: 204 }] },
      ]);
      const { delivery } = await ana.client.get(`/webhooks/${webhookId}/deliveries/${first?.id}`);
      expect(delivery.payload.message.content).toBe('one');
    });

    it('has the filters of a queue, and ids only in thin events', async () => {
      await create({ narrow: [['stream', 'garden']], format: 'thin', event_types: ['message', 'subscription.remove'] });
      await send('not wanted');
      const { id } = await send('wanted', 'garden');
      await eventually(() => receiver.received.length > 0);

      expect(receiver.received.map(({ body }) => body.data)).toEqual([
        {
          type: 'message',
          message: { id, sender_id: ben.userId, recipient_id: expect.any(Number), stream_id: expect.any(Number) },
        },
      ]);
    });

    it('stops with access to the stream, and with the account', async () => {
      await organization.owner.client.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'secret' }],
        principals: [ana.userId, ben.userId],
        invite_only: true,
      });
      await create();
      await send('seen', 'secret');
      await arrival('seen');
      await organization.owner.client.delete('/users/me/subscriptions', {
        subscriptions: ['secret'],
        principals: [ana.userId],
      });
      await send('hidden', 'secret');
      await send('public');
      await arrival('public');

      expect(receiver.contents()).toEqual(['seen', 'public']);
    });

    it('repeats a failed delivery under one id, gives up, tells its owner, and replays', async () => {
      await create();
      receiver.answerWith(500);
      await send('failing');
      await eventually(async () => (await webhook()).dead === 1, { withinMs: ARRIVES_WITHIN_MS });

      expect(receiver.contents().filter((content) => content === 'failing')).toHaveLength(3);
      expect((await deliveries({ state: 'dead' }))[0]?.attempts.map(({ status }) => status)).toEqual([500, 500, 500]);
      await eventually(async () => {
        const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['is', 'dm']] };
        const { messages } = await ana.client.get('/messages', page);
        return messages[0]?.content.includes(`webhook ${webhookId}`);
      });

      receiver.answerOk();
      expect(await ana.client.post(`/webhooks/${webhookId}/replay`, { state: 'dead' })).toMatchObject({ count: 1 });
      await eventually(async () => (await deliveries()).at(-1)?.state === 'delivered');
      const attempts = receiver.received.filter(({ id }) => id === receiver.received[0]?.id);
      expect(attempts).toHaveLength(4);
    }, 90_000);

    it('stops for good if the receiver is gone', async () => {
      await create();
      receiver.answerWith(410);
      await send('gone');
      await eventually(async () => (await webhook()).disabled_reason === 'gone');

      await send('later');
      receiver.answerOk();
      await ana.client.patch(`/webhooks/${webhookId}`, { is_active: true });
      await send('again');
      await arrival('again');
      expect(receiver.contents()).not.toContain('later');
    });

    it('delivers in order if asked to, also across failures', async () => {
      await create({ ordered: true });
      let failures = 0;
      receiver.answer = (_, response) => response.writeHead(failures++ % 3 === 0 ? 503 : 200).end();
      for (let n = 0; n < 6; n++) await send(`ordered ${n}`);
      await arrival('ordered 5');
      await eventually(async () => (await webhook()).pending === 0, { withinMs: ARRIVES_WITHIN_MS });

      const firsts = receiver.contents().filter((content, n, all) => all.indexOf(content) === n);
      expect(firsts).toEqual(Array.from({ length: 6 }, (_, n) => `ordered ${n}`));
    }, 90_000);

    it('reports a gap after the end of its event queue, and goes on', async () => {
      await create();
      const database = new pg.Client({ connectionString: tested.system.databaseUrl });
      await database.connect();
      const select = 'SELECT queue_id FROM integrations.event_webhooks WHERE id = $1';
      const { rows } = await database.query(select, [webhookId]).finally(() => database.end());
      await ana.client.delete('/events', { queue_id: rows[0].queue_id });
      await eventually(() => receiver.received.some(({ body }) => body.type === 'webhook.gap'), {
        withinMs: ARRIVES_WITHIN_MS,
      });
      await send('after the gap');
      await arrival('after the gap');

      expect(receiver.received.map(({ body }) => body.sequence)).toEqual([1, 2]);
    }, 90_000);

    it('delivers everything at least once under one id while replicas of integrations and events are killed', async () => {
      await create();
      const contents = Array.from({ length: SENDS }, (_, n) => `kill ${n}`);
      for (const [n, content] of contents.entries()) {
        if (n === 20) tested.system.kill('integrations', 0);
        if (n === 50) tested.system.kill('events', 0);
        if (n === 80) tested.system.kill('integrations', 1);
        await eventually(() => send(content), { withinMs: 20_000 });
      }
      await arrival(...contents);
      await eventually(async () => (await webhook()).pending === 0, { withinMs: ARRIVES_WITHIN_MS });

      const byId = new Map(receiver.received.map(({ id, body }) => [id, body]));
      const sequences = [...byId.values()].map(({ sequence }) => sequence).sort((a, b) => a - b);
      expect(sequences).toEqual(sequences.map((_, n) => n + 1));
      const messageIds = [...byId.values()].flatMap(({ data }) => data.message?.id ?? []);
      expect(new Set(messageIds).size).toBe(messageIds.length);
    }, 240_000);
  });

  describe('the webhooks of others', () => {
    const status = async ({ client }: TestUser, method: string, path: string, parameters = {}) =>
      (await client.call(method, path, parameters)).status;

    it('are hidden from users, and administrators may see, stop and delete them', async () => {
      const admin = await organization.addUser('Ada', Role.Administrator);
      await create();
      expect(await status(ben, 'GET', `/webhooks/${webhookId}`)).toBe(404);
      const { webhooks } = await admin.client.get('/webhooks', { include_all: true });
      expect(webhooks.map(({ id }: { id: number }) => id)).toContain(webhookId);
      expect(await status(admin, 'GET', `/webhooks/${webhookId}/deliveries`)).toBe(400);
      expect(await status(admin, 'PATCH', `/webhooks/${webhookId}`, { description: 'mine' })).toBe(400);

      await admin.client.patch(`/webhooks/${webhookId}`, { is_active: false });
      expect(await webhook()).toMatchObject({ is_active: false, disabled_reason: 'stopped' });
      await admin.client.delete(`/webhooks/${webhookId}`);
      expect(await status(ana, 'GET', `/webhooks/${webhookId}`)).toBe(404);
    });
  });
}
