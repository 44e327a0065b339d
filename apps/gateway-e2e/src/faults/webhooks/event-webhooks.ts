import { Role } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { LiveQueue } from '../../support/event-queue.js';
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
const webhookOf = async ({ client }: TestUser, id: number) => (await client.get(`/webhooks/${id}`)).webhook;
const webhook = () => webhookOf(ana, webhookId);
/** Runs a statement in the schema of integrations. */
async function query(sql: string, values: unknown[]) {
  const database = new pg.Client({
    connectionString: tested.system.databaseUrl,
    options: '-c search_path=integrations',
  });
  await database.connect();
  return database.query(sql, values).finally(() => database.end());
}
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

    it('carries what a queue of its owner carries, as roles, subscriptions and the account change', async () => {
      const { owner } = organization;
      const admin = await organization.addUser('Adam', Role.Administrator);
      const principals = [admin.userId, ben.userId];
      await owner.client.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'secret' }],
        principals,
        invite_only: true,
      });
      await owner.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals });
      const filters = { event_types: ['message', 'realm_bot'] };
      const queue = await LiveQueue.register(admin.client, { ...filters, client_extavatar: false });
      const { webhook: created } = await admin.client.post('/webhooks', { url: receiver.url, ...filters });
      const addBot = (name: string) => ben.client.post('/bots', { full_name: name, short_name: name });
      const carried = async (marker: string) => {
        await ben.client.post('/messages', { type: 'direct', to: [admin.userId], content: marker });
        await arrival(marker);
      };

      await addBot('as-administrator');
      await send('subscribed', 'secret');
      await owner.client.succeed('PATCH', `/users/${admin.userId}`, { role: Role.Member });
      await addBot('as-member');
      await owner.client.delete('/users/me/subscriptions', { subscriptions: ['secret'], principals: [admin.userId] });
      await send('unsubscribed', 'secret');
      await owner.client.succeed('PATCH', `/users/${admin.userId}`, { role: Role.Administrator });
      await addBot('as-administrator-again');
      await carried('before the deactivation');
      await queue.next(({ message }) => message?.content === 'before the deactivation');

      const ofQueue = queue.events.map(({ id: _, ...event }) => event);
      await queue.stop();
      const ofWebhook = () => receiver.received.toSorted((a, b) => a.body.sequence - b.body.sequence);
      expect(ofWebhook().map(({ body }) => body.data)).toEqual(ofQueue);
      expect(ofQueue.map(({ type, op = type, bot, message }) => [op, bot?.full_name ?? message?.content])).toEqual([
        ['add', 'as-administrator'],
        ['message', 'subscribed'],
        ['delete', undefined],
        ['add', 'as-administrator'],
        ['add', 'as-member'],
        ['add', 'as-administrator-again'],
        ['message', 'before the deactivation'],
      ]);

      receiver.answerWith(500, { 'retry-after': '600' });
      await carried('waits for another attempt');
      await eventually(async () => (await webhookOf(admin, created.id)).last_failure !== null);
      await owner.client.succeed('DELETE', `/users/${admin.userId}`);
      receiver.answerOk();
      await query(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE webhook_id = $1 AND state = 'pending'`, [
        created.id,
      ]);
      const attempts = receiver.received.length;
      await send('while deactivated');
      await create();
      // Each arrival shows that the service has looked for due deliveries once more.
      for (const marker of ['first', 'second', 'third']) {
        await query(
          `INSERT INTO webhook_deliveries (webhook_id, sequence, event_type, payload, occurred_at, state, next_attempt_at)
           SELECT $1, 1000 + count(*), 'message', $2, now(), 'pending', now() FROM webhook_deliveries WHERE webhook_id = $1`,
          [webhookId, JSON.stringify({ type: 'message', message: { content: marker } })],
        );
        await arrival(marker);
      }
      const ofDeactivated = () => receiver.received.filter(({ id }) => id.startsWith(`msg_${created.id}_`));
      expect(ofDeactivated()).toHaveLength(attempts);

      await owner.client.post(`/users/${admin.userId}/reactivate`);
      await eventually(() => ofDeactivated().some(({ body }) => body.type === 'webhook.gap'));
      await send('after the reactivation');
      await eventually(() => ofDeactivated().length >= attempts + 3);
      const markers = ofDeactivated()
        .slice(attempts)
        .flatMap(({ body }) => body.data.message?.content ?? body.type);
      expect(markers.toSorted()).toEqual(['after the reactivation', 'waits for another attempt', 'webhook.gap']);
      await admin.client.delete(`/webhooks/${created.id}`);
    }, 120_000);

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
      const { rows } = await query('SELECT queue_id FROM event_webhooks WHERE id = $1', [webhookId]);
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
