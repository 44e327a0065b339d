import { fileURLToPath } from 'node:url';
import { Role } from '@chat/contracts';
import { LOG_PARTITIONS, logKey } from '@chat/event-log';
import { connectRedis } from '@chat/redis';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nodeTransport } from './support/api-client.js';
import { LiveQueue } from './support/event-queue.js';
import { account, RecordingSender, waitForArrival } from './support/ledger.js';
import { Organization, type TestUser } from './support/organization.js';
import { kindsOf, type SystemUnderTest, startSystemUnderTest } from './support/system-under-test.js';
import { isSignedBy, WebhookReceiver } from './support/webhook-receiver.js';

const NEXT_RELEASE = new URL('../fixtures/next-release.mjs', import.meta.url);
const MEMBERS = 6;
const SENDERS = 3;
const TRAFFIC_MS = 1_500;
const ARRIVAL_WITHIN_MS = 40_000;
const WEBHOOKS = 4;
/** Of the tests of webhooks: often enough that replicas of both kinds do each step. */
const ROUNDS = 10;

let tested: SystemUnderTest;
let organization: Organization;
let members: TestUser[];

// The first replica of each service is of this release, the second one of the next: it writes fields that the first does not know.
beforeAll(async () => {
  tested = await startSystemUnderTest({
    env: { EGRESS_ALLOW: '127.0.0.1' },
    replicaEnv: (_, instance): Record<string, string> =>
      instance === 1 ? { NODE_OPTIONS: `--import ${fileURLToPath(NEXT_RELEASE)}` } : {},
  });
  // The schemas would notice the new fields of replies that are answers as they are, such as those of GET /messages.
  const { baseUrl, redisUrl } = tested.system;
  organization = await Organization.create({ baseUrl, redisUrl, checksContract: false });
  members = await organization.addSubscribers('engine', MEMBERS);
}, 180_000);
afterAll(async () => {
  await organization?.close();
  await tested?.discard();
}, 60_000);

describe('replicas of this release and of the next, side by side', () => {
  it('serve all requests in any combination', async () => {
    const { owner } = organization;
    const queue = await LiveQueue.register(owner.client, {});
    // Often enough that each step is done by replicas of both kinds, in every direction.
    for (let round = 0; round < 6; round++) {
      const member = await organization.addUser(`Nora ${round}`);
      const stream = `stream ${round}`;
      await owner.client.post('/users/me/subscriptions', {
        subscriptions: [{ name: stream, description: 'one of each' }],
        principals: [owner.userId, member.userId],
      });
      const topic = { type: 'stream', to: stream, topic: 't' };
      const { id } = await member.client.post('/messages', { ...topic, content: `hello @**all** ${round}` });
      await owner.client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
      await member.client.succeed('PATCH', `/messages/${id}`, { content: `edited ${round}` });
      await owner.client.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] });
      await owner.client.succeed('PATCH', `/users/${member.userId}`, {
        full_name: `Renamed ${round}`,
        role: Role.Moderator,
      });
      await member.client.post('/users/me/status', { status_text: `status ${round}` });
      await member.client.succeed('PATCH', '/settings', { dense_mode: round % 2 === 0 });
      await owner.client.succeed('PATCH', '/realm', { description: `round ${round}` });
      const shown = (await owner.client.get(`/messages/${id}`)).message;
      expect(shown).toMatchObject({ content: expect.stringContaining(`edited ${round}`), reactions: [{}] });
      expect(await member.client.get('/users/me')).toMatchObject({ full_name: `Renamed ${round}`, role: 300 });
      await member.client.post('/register', {});
    }
    await organization.caughtUp(queue);

    const types = ['message', 'reaction', 'update_message', 'realm_user', 'subscription', 'stream', 'realm'];
    for (const type of types) expect([type, queue.ofType(type).length > 0]).toEqual([type, true]);
    await queue.stop();
  }, 120_000);

  it('deliver every message once and in order, also across a takeover', async () => {
    const queues = await Promise.all(
      members.slice(SENDERS).map((member) => LiveQueue.register(member.client, { event_types: ['message'] })),
    );
    const senders = await Promise.all(
      members.slice(0, SENDERS).map((member, n) => RecordingSender.create(member.client, `side-${n}`)),
    );
    const sending = senders.map((sender) => sender.run('engine', 'side by side'));
    // Shards of event queues go from one to the other, and back.
    for (const instance of [0, 1]) await tested.system.restart('events', instance);
    await tested.system.restart('messaging', 0);
    await new Promise((resolve) => setTimeout(resolve, TRAFFIC_MS));
    for (const sender of senders) sender.stop();
    await Promise.all(sending);
    await waitForArrival(senders, queues, ARRIVAL_WITHIN_MS);

    const accounting = account(senders, queues);
    expect(accounting.faults).toEqual([]);
    expect(accounting.unacknowledged).toEqual([]);
    expect(accounting.acknowledged).toBeGreaterThan(20);
    await Promise.all(queues.map((queue) => queue.stop()));
  }, 180_000);

  it('post events to webhooks, and take requests of other services', async () => {
    const { owner } = organization;
    const [subscriber, sender] = members as [TestUser, TestUser];
    const receiver = await WebhookReceiver.start();
    const transport = nodeTransport();
    const topic = { type: 'stream', to: 'engine', topic: 'hooks' };
    // Webhooks with consecutive ids are in the buckets of both replicas.
    const secrets: string[] = [];
    for (let n = 0; n < WEBHOOKS; n++) {
      const { secret } = await subscriber.client.post('/webhooks', { url: receiver.url, event_types: ['message'] });
      secrets.push(secret);
    }
    const bot = await owner.client.post('/bots', { full_name: 'Builds', short_name: 'builds', bot_type: 2 });
    const query = new URLSearchParams({ api_key: bot.api_key, stream: 'engine', topic: 'builds' });
    const url = `${tested.system.baseUrl}/api/v1/external/json?${query}`;
    const headers = { host: organization.host, 'content-type': 'application/json' };
    for (let round = 0; round < ROUNDS; round++) {
      await sender.client.post('/messages', { ...topic, content: `hook ${round}` });
      const body = JSON.stringify({ build: round });
      const { status } = await transport.send({ method: 'POST', url, headers, body, signal: undefined });
      expect(status).toBe(200);
      // The webhooks change replicas in the middle.
      if (round === ROUNDS / 2) await tested.system.restart('integrations', 0);
    }
    const expected = Array.from({ length: ROUNDS }, (_, round) => [`hook ${round}`, `"build": ${round}\n`]).flat();
    const missing = () =>
      expected.filter((text) => receiver.contents().filter((content) => content.includes(text)).length < WEBHOOKS);
    await eventually(() => missing().length === 0, { withinMs: ARRIVAL_WITHIN_MS, what: 'deliveries' });

    const ids = new Set(receiver.received.map(({ id }) => id));
    expect(ids.size).toBe(WEBHOOKS * expected.length);
    for (const received of receiver.received) {
      expect(secrets.filter((secret) => isSignedBy(secret, received))).toHaveLength(1);
    }
    transport.close?.();
    receiver.close();
  }, 180_000);

  it('answer for outgoing webhook bots', async () => {
    const [sender] = members as [TestUser];
    const receiver = await WebhookReceiver.start();
    receiver.answer = (_, response) => response.end(JSON.stringify({ content: 'heard' }));
    const address = JSON.stringify(receiver.url);
    const bot = { full_name: 'Echo', short_name: 'echo', bot_type: 3, payload_url: address };
    const { user_id } = await organization.owner.client.post('/bots', bot);
    for (let round = 0; round < ROUNDS; round++) {
      await sender.client.post('/messages', { type: 'direct', to: [user_id], content: `call ${round}` });
    }
    const replies = async () => {
      const narrow = [{ operator: 'sender', operand: user_id }];
      const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow };
      return (await sender.client.get('/messages', page)).messages.length as number;
    };
    await eventually(async () => (await replies()) === ROUNDS, { withinMs: ARRIVAL_WITHIN_MS, what: 'replies' });

    expect(receiver.received).toHaveLength(ROUNDS);
    receiver.close();
  }, 120_000);

  it('both publish events, the next release with unknown fields', async () => {
    const redis = connectRedis(tested.system.redisUrl, { name: 'test' });
    const partitions = Array.from({ length: LOG_PARTITIONS }, (_, partition) =>
      redis.xrange(logKey(partition), '-', '+'),
    );
    const entries = (await Promise.all(partitions)).flat().map(([, fields]) => fields.join(' '));
    redis.disconnect();

    const ofNextRelease = entries.filter((entry) => entry.includes('addedInNextRelease'));
    expect(ofNextRelease.length).toBeGreaterThan(10);
    expect(entries.length - ofNextRelease.length).toBeGreaterThan(10);
  });

  it('log no errors', () => {
    expect(kindsOf(tested.loggedErrors)).toEqual([]);
  });
});
