import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { authorizationOf, Organization, type TestUser } from './support/organization.js';
import { sendFile } from './support/send-file.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';
import { BYTES, createUpload, tusRequest } from './support/tus-request.js';

const FILE_BYTES = 2 * 1024 * 1024;

let system: SharedSystem;
let organization: Organization;
let ana: TestUser;
let ben: TestUser;
beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  [ana, ben] = [await organization.addUser('Ana Uploader'), await organization.addUser('Ben Reader')];
}, 180_000);
afterAll(() => organization?.close());

/**
 * The commands that Redis executes from now on, as lines of MONITOR. A socket, because `monitor` of ioredis 5.11 fails if a command arrives
 * together with the reply to MONITOR.
 */
async function monitorOf(redisUrl: string) {
  const { hostname, port, password } = new URL(redisUrl);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.write(`AUTH ${password}\r\nMONITOR\r\n`);
  await eventually(() => text.startsWith('+OK\r\n+OK\r\n'));
  return { lines: () => text.split('\r\n'), end: () => socket.destroy() };
}

async function read(path: string, reader: TestUser): Promise<Buffer> {
  const headers = { host: organization.host, authorization: authorizationOf(reader) };
  const [response] = await once(request(system.baseUrl + path, { headers, agent: false }).end(), 'response');
  return buffer(response);
}

describe('Redis', () => {
  /** A text as it is, and in base64 at each of the three places that it can have there. */
  const formsOf = (text: string): string[] => [
    text,
    ...[0, 1, 2].map((place) =>
      Buffer.from(' '.repeat(place) + text)
        .toString('base64')
        .slice(4, -4),
    ),
  ];

  it('carries the requests of an upload and of a download, and none of their bytes', async () => {
    const [content, name] = [randomUUID(), randomUUID()];
    const redis = new Redis(system.redisUrl);
    const monitor = await monitorOf(system.redisUrl);
    const file = Buffer.from(content.repeat(Math.ceil(FILE_BYTES / content.length)));

    const { body } = await sendFile(system.baseUrl, organization.host, ana, '/user_uploads', `${name}.txt`, file);
    const url = body['url'] as string;
    const address = { gateway: system.baseUrl, host: organization.host, caller: ana };
    const id = await createUpload(address, file.length, `${name}.bin`);
    const resumed = await tusRequest(address, 'PATCH', `/${id}`, { ...BYTES, 'upload-offset': '0' }, file);
    await ana.client.post('/messages', { type: 'direct', to: [ben.userId], content: `[file](${url})` });
    const downloaded = await read(url, ben);
    const end = randomUUID();
    await redis.echo(end);
    await eventually(() => monitor.lines().some((command) => command.includes(end)));
    const commands = monitor.lines();
    monitor.end();
    await redis.quit();

    expect([resumed.status, downloaded.equals(file)]).toEqual([200, true]);
    const withAny = (forms: readonly string[]) => commands.filter((each) => forms.some((form) => each.includes(form)));
    expect(withAny([`${name}.txt`]).length).toBeGreaterThan(0);
    expect(withAny([`${name}.bin`]).length).toBeGreaterThan(0);
    expect(withAny(formsOf(content)).map((command) => command.slice(0, 200))).toEqual([]);
    expect(file.toString('base64')).toContain(formsOf(content)[1]);
  }, 60_000);
});

describe('a foreign picture', () => {
  let trap: Server;
  let visits: string[];
  let origin: string;
  beforeAll(async () => {
    trap = createServer((incoming, response) => {
      visits.push(incoming.url ?? '');
      response.end();
    });
    trap.on('connection', () => visits.push('connection'));
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    trap.closeAllConnections();
    await new Promise((resolve) => trap.close(resolve));
  });
  beforeEach(() => {
    visits = [];
  });

  it('is never fetched by the server', async () => {
    const picture = `${origin}/cat.png`;
    const content = `${picture} ![a cat](${picture}) [a film](${origin}/film.mp4) [a page](${origin}/)`;
    const { id } = await ana.client.post('/messages', { type: 'direct', to: [ben.userId], content });
    await ana.client.patch(`/messages/${id}`, { content: `edited: ${content}` });
    await ana.client.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content }] });
    await ana.client.post('/messages/render', { content });
    const { message } = await ben.client.get(`/messages/${id}`);
    expect(message.content).toContain(picture);

    // Effects of earlier messages are done when a later file has its preview.
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const { body } = await sendFile(system.baseUrl, organization.host, ana, '/user_uploads', 'later.png', png);
    const thumbnail = `${(body['url'] as string).replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
    expect((await read(thumbnail, ana)).toString('latin1', 8, 12)).toBe('WEBP');
    expect(visits).toEqual([]);

    await fetch(picture);
    expect(visits).toEqual(['connection', '/cat.png']);
  }, 60_000);
});
