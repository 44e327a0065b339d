import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Organization, type TestUser } from './support/organization.js';
import { sendFile } from './support/send-file.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

const CONTENT = 'a report';

let system: SharedSystem;
let organization: Organization;
/** Uploads every file and sends every message. */
let ana: TestUser;
/** Subscribed to every stream. */
let ben: TestUser;
/** Subscribed to no stream. */
let eva: TestUser;
let guest: TestUser;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  ana = await organization.addUser('Ana Uploader');
  ben = await organization.addUser('Ben Subscriber');
  eva = await organization.addUser('Eva Elsewhere');
  guest = await organization.addUser('Gil Guest', Role.Guest);
  await organization.owner.client.patch('/realm', { enable_spectator_access: true });
}, 240_000);
afterAll(async () => {
  await organization?.close();
}, 60_000);

interface Read {
  readonly status: number;
  readonly body: string;
}

/** Without a user: as a spectator. */
async function read(path: string, user?: TestUser): Promise<Read> {
  const credentials = user && Buffer.from(`${user.email}:${user.apiKey}`).toString('base64');
  const headers = { host: organization.host, ...(credentials && { authorization: `Basic ${credentials}` }) };
  const response = await new Promise<Read>((resolve, reject) => {
    request(`${system.baseUrl}${path}`, { headers, agent: false }, (incoming) => {
      text(incoming).then((body) => resolve({ status: incoming.statusCode ?? 0, body }), reject);
    })
      .on('error', reject)
      .end();
  });
  return response;
}

async function upload(): Promise<string> {
  const sent = await sendFile(system.baseUrl, organization.host, ana, '/user_uploads', 'a.txt', Buffer.from(CONTENT));
  expect(sent.status).toBe(200);
  return sent.body['url'] as string;
}

/** Subscribes the owner, ana and ben to a new stream. */
async function createStream(name: string, properties: Record<string, boolean>): Promise<void> {
  const subscriptions = [{ name }];
  const { owner } = organization;
  const principals = [owner.userId, ana.userId, ben.userId];
  await owner.client.post('/users/me/subscriptions', { subscriptions, principals, ...properties });
}

const sendTo = (stream: string, content: string) =>
  ana.client.post('/messages', { type: 'stream', to: stream, topic: 'files', content });

const PLACES: Record<string, () => Promise<string>> = {
  'no message': upload,
  'a public stream': () => inStream('public-files', {}),
  'a web-public stream': () => inStream('open-files', { is_web_public: true }),
  'a private stream': () => inStream('private-files', { invite_only: true }),
  'a direct message': async () => {
    const url = await upload();
    await ana.client.post('/messages', { type: 'direct', to: [ben.userId], content: `[a](${url})` });
    return url;
  },
};
async function inStream(name: string, properties: Record<string, boolean>): Promise<string> {
  await createStream(name, properties);
  const url = await upload();
  await sendTo(name, `[a](${url})`);
  return url;
}

/** `+` reads the file, `-` gets a 403; uploader, subscriber, member, guest, spectator. */
const EXPECTED: Record<string, string> = {
  'no message': '+ - - - -',
  'a public stream': '+ + + - -',
  'a web-public stream': '+ + + + +',
  'a private stream': '+ + - - -',
  'a direct message': '+ + - - -',
};
const readers = () => [ana, ben, eva, guest, undefined];
const letterOf = ({ status, body }: Read): string => {
  if (status === 200) return body === CONTENT ? '+' : `200 ${body}`;
  return status === 403 && body.includes('You are not authorized to view this file.') ? '-' : `${status} ${body}`;
};

/** Asks for a temporary address and reads it without credentials. */
async function readTemporarily(url: string, reader?: TestUser): Promise<string> {
  const { status, body } = await read(`/api/v1${url}`, reader);
  if (status !== 200) return status === 403 || (reader === undefined && status === 401) ? '-' : `${status} ${body}`;
  return letterOf(await read((JSON.parse(body) as { url: string }).url));
}

describe.each(Object.entries(EXPECTED))('a file in %s', (place, expected) => {
  it(`is read, downloaded and lent by: ${expected}`, async () => {
    const url = await (PLACES[place] as () => Promise<string>)();
    const download = url.replace('/user_uploads/', '/user_uploads/download/');
    const row = async (ask: (reader?: TestUser) => Promise<string>) =>
      (await Promise.all(readers().map((reader) => ask(reader)))).join(' ');

    expect(await row(async (reader) => letterOf(await read(url, reader)))).toBe(expected);
    expect(await row(async (reader) => letterOf(await read(download, reader)))).toBe(expected);
    // A spectator has no credentials for the API.
    expect(await row((reader) => readTemporarily(url, reader))).toBe(expected.replace(/.$/, '-'));
  });
});

it('an unknown file is a 404 for every person, and an API key in the address gives no access', async () => {
  const url = await upload();

  for (const reader of readers()) expect((await read(`${url}x`, reader)).status).toBe(404);
  expect((await read(`${url}?api_key=${ana.apiKey}`)).status).toBe(403);
});

describe('the next read after a change of access', () => {
  const mayRead = async (url: string, reader: TestUser) => letterOf(await read(url, reader)) === '+';

  it('counts an edit, a deletion and the departure of a person', async () => {
    await createStream('changing', { invite_only: true });
    const url = await upload();
    const { id } = (await sendTo('changing', `[a](${url})`)) as unknown as { id: number };
    expect(await mayRead(url, ben)).toBe(true);

    await ana.client.patch(`/messages/${id}`, { content: 'no link' });
    expect(await mayRead(url, ben)).toBe(false);

    await ana.client.patch(`/messages/${id}`, { content: `again [a](${url})` });
    expect(await mayRead(url, ben)).toBe(true);

    await ben.client.delete('/users/me/subscriptions', { subscriptions: ['changing'] });
    expect(await mayRead(url, ben)).toBe(false);

    await ana.client.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'changing' }],
      principals: [ben.userId],
    });
    expect(await mayRead(url, ben)).toBe(true);

    await organization.owner.client.delete(`/messages/${id}`);
    expect(await mayRead(url, ben)).toBe(false);
    expect(await mayRead(url, ana)).toBe(true);
  });

  it('counts the end of an account', async () => {
    const leaver = await organization.addUser('Lea Leaver');
    const url = await inStream('public-again', {});
    expect(await mayRead(url, leaver)).toBe(true);

    await organization.owner.client.delete(`/users/${leaver.userId}`);

    expect((await read(url, leaver)).status).toBe(401);
  });
});
