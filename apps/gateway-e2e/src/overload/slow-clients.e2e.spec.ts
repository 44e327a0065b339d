import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { metricOf } from '../support/metrics.js';
import { Organization, type TestUser } from '../support/organization.js';
import { png } from '../support/png.js';
import { sendFile } from '../support/send-file.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';

const IDLE_CONNECTIONS = 5_000;
/** Open files that this process and a gateway need in addition to the connections. */
const OTHER_FILES = 500;
const MAX_CALLS_IN_FLIGHT = 50;
const MAX_OUTGOING_MIB = 32;
const MAX_INCOMING_MIB = 64;
const UPLOADS_PER_PERSON = 20;
const MAX_UPLOADS_IN_FLIGHT = 24;
const FILE_MIB = 10;
const MIB = 1024 * 1024;
/** Requests of the other clients while one client is slow. */
const CALLS_OF_OTHERS = 40;
/** Four bytes each on the wire. */
const LONG_CONTENT = '𝕏'.repeat(10_000);
const LONG_MESSAGES = 200;

let tested: SystemUnderTest;
let organization: Organization;
let slow: TestUser;
let other: TestUser;
let sockets: Socket[] = [];

beforeAll(async () => {
  tested = await startSystemUnderTest({
    scale: {},
    without: ['integrations'],
    env: {
      MAX_CALLS_IN_FLIGHT: String(MAX_CALLS_IN_FLIGHT),
      MAX_OUTGOING_MIB: String(MAX_OUTGOING_MIB),
      MAX_INCOMING_MIB: String(MAX_INCOMING_MIB),
      MAX_UPLOADS_IN_FLIGHT: String(MAX_UPLOADS_IN_FLIGHT),
    },
  });
  organization = await Organization.create({
    baseUrl: tested.system.baseUrl,
    redisUrl: tested.system.redisUrl,
    checksContract: false,
  });
  [slow, other] = (await organization.addMembers(2)) as [TestUser, TestUser];
}, 180_000);

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

afterAll(async () => {
  await organization?.close();
  await tested?.discard();
}, 60_000);

/** A connection to the gateway that sends and reads only on demand. */
async function open(): Promise<Socket> {
  const { hostname, port } = new URL(tested.system.baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('close', reject));
  return socket;
}

const head = (method: string, path: string, further: readonly string[] = [], { email, apiKey } = slow): string =>
  [
    `${method} /api/v1${path} HTTP/1.1`,
    `host: ${organization.host}`,
    `authorization: Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
    ...further,
    '',
    '',
  ].join('\r\n');

/** Calls of all other clients continue: every call succeeds. */
async function expectOthersToBeServed(): Promise<void> {
  const { client } = other;
  for (let n = 0; n < CALLS_OF_OTHERS; n++) {
    const sent = { type: 'direct', to: [other.userId], content: `note ${n}` };
    const answers = await Promise.all([client.call('POST', '/messages', sent), client.call('GET', '/users/me')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
}

const metric = (sample: string) => metricOf(tested.system, 'gateway', 0, sample);
const transferBytes = (direction: 'in' | 'out') => metric(`chat_http_transfer_bytes{direction="${direction}"}`);

describe('thousands of idle connections', () => {
  it('do not stop other clients, nor do connections with an endless request head', async () => {
    const files = Number(
      execFileSync('/bin/sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).replace('unlimited', '1e9'),
    );
    const count = Math.min(IDLE_CONNECTIONS, files - OTHER_FILES);
    for (let opened = 0; opened < count; opened += 250) await Promise.all(Array.from({ length: 250 }, () => open()));
    for (const [n, socket] of sockets.entries())
      if (n % 10 === 0) socket.write('POST /api/v1/messages HTTP/1.1\r\nhos');

    await expectOthersToBeServed();

    expect(sockets.filter(({ closed }) => closed)).toEqual([]);
  }, 120_000);
});

describe('requests with slow bodies', () => {
  it('take no slot from other requests and are served once they are complete', async () => {
    const body = `type=direct&to=[${slow.userId}]&content=slow`;
    const lengths = [`content-type: application/x-www-form-urlencoded`, `content-length: ${body.length}`];
    const writers: Socket[] = [];
    while (writers.length < 3 * MAX_CALLS_IN_FLIGHT) {
      // Until they are admitted they do take a place.
      const more = await Promise.all(Array.from({ length: MAX_CALLS_IN_FLIGHT / 2 }, () => open()));
      for (const writer of more) writer.write(head('POST', '/messages', lengths) + body.slice(0, 10));
      writers.push(...more);
      await eventually(async () => (await transferBytes('in')) === writers.length * body.length, { withinMs: 20_000 });
    }

    for (const writer of writers) writer.write(body[10] as string);
    await expectOthersToBeServed();

    const [writer] = writers as [Socket];
    const answered = new Promise<string>((resolve) => writer.once('data', (chunk) => resolve(chunk.toString())));
    writer.write(body.slice(11));
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
  }, 120_000);
});

describe('slow file uploads', () => {
  const boundary = 'the-boundary';
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
  const image = Buffer.from(png(10, 10), 'latin1');
  const send = (user: TestUser) =>
    sendFile(tested.system.baseUrl, organization.host, user, '/user_uploads', 'b.png', image);

  async function beginUpload(user: TestUser): Promise<void> {
    const type = `content-type: multipart/form-data; boundary=${boundary}`;
    const writer = await open();
    writer
      .resume()
      .write(`${head('POST', '/user_uploads', [type, `content-length: ${FILE_MIB * MIB}`], user)}${part}x`);
  }

  it('hold no memory, and stop uploads of other people only when the gateway has no stream left', async () => {
    const inFlight = () => metricOf(tested.system, 'files', 0, 'chat_file_transfers_in_flight{verb="PUT"}');
    for (let n = 1; n <= UPLOADS_PER_PERSON; n++) await beginUpload(slow);
    await eventually(async () => (await inFlight()) === UPLOADS_PER_PERSON);

    expect((await send(slow)).status).toBe(429);
    expect((await send(other)).status).toBe(200);
    await expectOthersToBeServed();
    expect(await transferBytes('in')).toBeLessThan(MIB);

    for (let n = UPLOADS_PER_PERSON; n < MAX_UPLOADS_IN_FLIGHT; n++) await beginUpload(other);
    await eventually(async () => (await inFlight()) === MAX_UPLOADS_IN_FLIGHT);
    expect((await send(other)).status).toBe(503);

    for (const socket of sockets) socket.destroy();
    await eventually(async () => (await send(slow)).status === 200);
  }, 120_000);
});

describe('clients that request much and read nothing', () => {
  it('do not stop other clients, and are disconnected if they hold the most memory for the longest time', async () => {
    const { client } = slow;
    const { queue_id } = await client.post('/register', { event_types: ['message'] });
    for (let n = 0; n < LONG_MESSAGES; n++)
      await client.post('/messages', { type: 'direct', to: [slow.userId], content: LONG_CONTENT });
    const readers: Socket[] = [];
    const seen: number[] = [];
    for (let n = 0; n < 24; n++) {
      const reader = await open();
      reader.pause();
      readers.push(reader);
      reader.write(
        n % 2 === 0
          ? head('GET', `/messages?anchor=newest&num_before=${LONG_MESSAGES}&num_after=0`)
          : head('GET', `/events?queue_id=${queue_id}&last_event_id=-1`),
      );
      await eventually(async () => (await metric('chat_http_calls{state="in flight"}')) === 0, { withinMs: 20_000 });
      seen.push(await transferBytes('out'));
    }

    await expectOthersToBeServed();

    seen.push(await transferBytes('out'));
    expect(Math.max(...seen)).toBeLessThanOrEqual(MAX_OUTGOING_MIB * MIB);
    expect(Math.max(...seen)).toBeGreaterThan(MAX_OUTGOING_MIB * MIB * 0.5);
    // Unacknowledged events are still in the queue.
    const { events } = await client.get('/events', { queue_id, last_event_id: -1 });
    expect(events.length).toBeGreaterThan(0);
    for (const reader of readers) reader.destroy();
    await client.get('/users/me');
    await eventually(async () => (await transferBytes('out')) === 0);
  }, 180_000);
});
