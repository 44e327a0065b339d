/*
 * Measures one message's way to N clients that wait: register, long poll over HTTP, one append to the log, time until the last
 * response. Gateway and events are real processes; this process stands in for users, messaging and realm-settings.
 *
 *   REDIS_URL=redis://127.0.0.1:6379/15 node bench/fan-out.mjs 2000 [messages]
 *
 * Empties the Redis database of REDIS_URL.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import { DomainEventLog } from '../libs/event-log/dist/index.js';
import { startFakeService } from '../libs/testing/dist/index.js';

const clients = Number(process.argv[2] ?? 2000);
const messages = Number(process.argv[3] ?? 5);
const eventReplicas = Number(process.env.EVENT_REPLICAS ?? 1);
const redisUrl = process.env.REDIS_URL;
const port = 19_991;
const REALM = 1;

const redis = new Redis(redisUrl);
await redis.flushdb();
const log = new DomainEventLog(redis);

const user = (userId) => ({
  realmId: REALM,
  userId,
  role: 400,
  isBot: false,
  botOwnerId: null,
  email: `user${userId}@example.com`,
  fullName: `User ${userId}`,
  joinedAtSeconds: 0,
});
const account = (userId) => ({
  ...user(userId),
  deliveryEmail: user(userId).email,
  emailAddressVisibility: 1,
  isActive: true,
  avatarSource: 'G',
  avatarVersion: 1,
  settings: {},
});
const fakes = [
  await startFakeService(redisUrl, 'users', {
    'users.credentials.verify': ({ email }) => ({ sequence: 0, state: user(Number(/\d+/.exec(email)[0])) }),
    'users.directory.get': () => ({ sequence: 0, state: { users: [account(1)], groups: [] } }),
    'users.register.get_state': () => ({ sequence: 0, state: {} }),
  }),
  await startFakeService(redisUrl, 'messaging', {
    'messaging.fanout.get_facts': ({ userIds }) => ({
      sequence: 0,
      state: { subscriptions: Object.fromEntries(userIds.map((id) => [id, [1]])) },
    }),
    'messaging.register.get_state': () => ({ sequence: 0, state: {} }),
  }),
  await startFakeService(redisUrl, 'realm-settings', {
    'realm-settings.realms.resolve': () => ({ realmId: REALM, isDeactivated: false }),
    'realm-settings.register.get_state': () => ({ sequence: 0, state: {} }),
  }),
];

const env = {
  ...process.env,
  REDIS_URL: redisUrl,
  LOG_LEVEL: 'warn',
  PORT: String(port),
  RATE_LIMIT_API_BY_USER: '0',
  RATE_LIMIT_API_BY_IP: '0',
  MAX_CALLS_IN_FLIGHT: '20000',
};
const start = (app, more = {}) =>
  spawn(process.execPath, [new URL(`../apps/${app}/dist/main.js`, import.meta.url).pathname], {
    env: { ...env, ...more },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
const events = Array.from({ length: eventReplicas }, (_, index) => start('events', { INSTANCE: String(index) }));
const stopAll = () => {
  for (const child of [gateway, ...events]) child.kill('SIGKILL');
};
process.on('exit', stopAll);
process.on('SIGTERM', () => process.exit(1));
const gateway = start('gateway', { NODE_OPTIONS: '--expose-gc' });
const rssMb = (pid) => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);
const cpuMs = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
function call(method, path, userId, form) {
  return new Promise((resolve, reject) => {
    const body = form && new URLSearchParams(form).toString();
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: `/api/v1${path}`,
        agent,
        headers: {
          authorization: `Basic ${Buffer.from(`user${userId}@example.com:${'k'.repeat(32)}`).toString('base64')}`,
          ...(body && {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': Buffer.byteLength(body),
          }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(JSON.parse(text)));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function inParallel(count, width, work) {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

for (;;) {
  const reached = await call('GET', '/events?queue_id=x', 1).catch(() => undefined);
  if (reached) break;
  await wait(200);
}
while ((await redis.hget('{q5}:lease', 's')) === null) await wait(100);

const queues = [];
let at = performance.now();
await inParallel(clients, 64, async (index) => {
  const form = { event_types: '["message"]', fetch_event_types: '[]', apply_markdown: 'true' };
  const answer = await call('POST', '/register', index + 1, form);
  if (!answer.queue_id) throw new Error(JSON.stringify(answer));
  queues[index] = { queueId: answer.queue_id, lastEventId: -1 };
});
console.log(`${clients} registered in ${Math.round(performance.now() - at)} ms`);

const usedMemory = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))[1]);
console.log(`Redis per empty queue: ${Math.round(((await usedMemory()) - 1_500_000) / clients)} bytes (about)`);
await wait(2_000);
const rssBefore = rssMb(gateway.pid);
let answered = 0;
let lastAnswer = 0;
let poisoned = 0;
const errors = new Map();
const poll = (index) => {
  const { queueId, lastEventId } = queues[index];
  return call('GET', `/events?queue_id=${queueId}&last_event_id=${lastEventId}`, index + 1)
    .catch((error) => ({ error }))
    .then((answer) => {
      if (answer.error) errors.set(answer.error.code, (errors.get(answer.error.code) ?? 0) + 1);
      if (answer.events?.length) queues[index].lastEventId = answer.events.at(-1).id;
      else poisoned++;
      answered++;
      lastAnswer = performance.now();
    });
};
/** Opens all polls. Resolves when each of them waits. */
const openAll = async () => {
  answered = 0;
  for (let index = 0; index < clients; index++) {
    void poll(index);
    if (index % 100 === 99) await wait(30);
  }
  for (;;) {
    const pipeline = redis.pipeline();
    for (const { queueId } of queues) pipeline.hget(`{q${queueId.split('-')[0]}}:q:${queueId}`, 'p');
    const waiting = (await pipeline.exec()).filter(([, name]) => name).length;
    if (waiting >= clients || errors.size > 0) return;
    await wait(200);
  }
};
let sequence = 0;
const append = () => {
  sequence++;
  const payload = {
    messageId: sequence,
    sender: { userId: 1, email: 'user1@example.com', fullName: 'User 1', realmStr: 'r', isBot: false },
    recipient: { kind: 'stream', recipientId: 1, streamId: 1, streamName: 'engineering', topic: 'a topic' },
    content: 'x'.repeat(300),
    renderedContent: `<p>${'x'.repeat(300)}</p>`,
    topicLinks: [],
    isMeMessage: false,
    clientName: 'bench',
    sentAtSeconds: 1,
    mentionedUserIds: [],
    wildcardMentioned: false,
    alertWordUserIds: [],
    isReadBySender: false,
    localEcho: null,
  };
  return log.append(
    'messaging',
    REALM,
    [{ sequence, type: 'messaging.message_sent', payload: JSON.stringify(payload) }],
    true,
  );
};

await openAll();
console.log(
  `waiting: ${clients - answered}; gateway RSS ${rssBefore} -> ${rssMb(gateway.pid)} MB: ` +
    `${Math.round((((rssMb(gateway.pid) - rssBefore) * 1024) / clients) * 10) / 10} KB per waiting poll and its connection`,
);
for (let message = 0; message < messages; message++) {
  if (message > 0) await openAll();
  const cpuBefore = [gateway, ...events].map(({ pid }) => cpuMs(pid));
  at = performance.now();
  await append();
  while (answered < clients && performance.now() - at < 20_000) await wait(5);
  const cpu = [gateway, ...events].map(({ pid }, index) => cpuMs(pid) - cpuBefore[index]);
  console.log(
    `message ${message + 1}: last of ${clients} answered after ${Math.round(lastAnswer - at)} ms; ` +
      `CPU gateway ${cpu[0]} ms, events ${cpu.slice(1).join(' + ')} ms; without events: ${poisoned} ${JSON.stringify([...errors])}`,
  );
}
await wait(300);
const before = await usedMemory();
for (let message = 0; message < 20; message++) await append();
await wait(3_000);
console.log(
  `Redis per queued event: ${Math.round(((await usedMemory()) - before) / (20 * clients))} bytes (20 messages of 300 characters to ${clients} queues)`,
);

for (const child of [gateway, ...events]) child.kill('SIGTERM');
agent.destroy();
await wait(1_500);
for (const fake of fakes) await fake.close();
await redis.flushdb();
process.exit(0);
