import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '../support/browser.js';
import { Organization, type TestUser } from '../support/organization.js';
import { sharedSystem } from '../support/shared-system.js';
import { LinkedFiles, pathOf, type Reader, WAYS } from './linked-files.js';

let organization: Organization;
let files: LinkedFiles;
/** Uploads every file. */
let ana: TestUser;
/** Subscribed to every stream before its messages, like ana. */
let ben: TestUser;
let subscribedGuest: TestUser;
/** Subscribed after the messages. */
let late: TestUser;
/** Subscribed to no stream. */
let eva: TestUser;
let guest: TestUser;
let browserOfBen: Browser;
let lastStream = 0;

beforeAll(async () => {
  const system = await sharedSystem();
  organization = await Organization.create(system);
  ana = await organization.addUser('Ana Uploader');
  ben = await organization.addUser('Ben Subscriber');
  subscribedGuest = await organization.addUser('Gus Guest', Role.Guest);
  late = await organization.addUser('Lea Late');
  eva = await organization.addUser('Eva Elsewhere');
  guest = await organization.addUser('Gil Guest', Role.Guest);
  browserOfBen = new Browser(system.baseUrl, organization);
  await browserOfBen.signIn(ben);
  await organization.owner.client.patch('/realm', { enable_spectator_access: true });
  await createStream('everybody', [ana], { is_web_public: true });
  files = new LinkedFiles(system, organization, ana);
}, 240_000);
afterAll(() => organization?.close(), 60_000);

const readers = (): Reader[] => [ana, ben, browserOfBen, subscribedGuest, late, eva, organization.owner, guest, null];
/**
 * Each place of a link with the outcomes for these readers: uploader, subscriber, browser of the subscriber, subscribed guest, late
 * subscriber, member, owner of the organization, guest, spectator.
 */
const EXPECTED: readonly (readonly [place: string, link: (url: string) => Promise<unknown>, expected: string])[] = [
  ['no message', async () => {}, '+ - - - - - - - -'],
  ['a public stream', inStream('public', {}), '+ + + + + + + - -'],
  ['a web-public stream', inStream('open', { is_web_public: true }), '+ + + + + + + + +'],
  ['a private stream', inStream('private', { invite_only: true }), '+ + + + - - - - -'],
  [
    'a private stream with shared history',
    inStream('shared', { invite_only: true, history_public_to_subscribers: true }),
    '+ + + + + - - - -',
  ],
  ['an archived stream', archived, '+ - - - - - - - -'],
  ['a direct message', directMessage, '+ + + - - - - - -'],
  ['a group conversation with a guest', groupConversation, '+ + + - - - - + -'],
  ['code', (url) => toEverybody(ana, `\`[a](${url})\`\n~~~\n${url}\n~~~`), '+ - - - - - - - -'],
  ['a quotation', (url) => toEverybody(ana, `> [a](${url})`), '+ + + + + + + + +'],
  ['the message of a sender without access', (url) => toEverybody(eva, `[a](${url})`), '+ - - - - - - - -'],
  ['the message of a sender with access', forwarded, '+ + + + + + + + +'],
  ['a deleted message', deleted, '+ - - - - - - - -'],
  ['a draft', draft, '+ - - - - - - - -'],
  ['a scheduled message', scheduled, '+ - - - - - - - -'],
];

/** Each call creates a stream. */
function inStream(kind: string, properties: Record<string, boolean>) {
  return async (url: string) => {
    const name = `${kind} ${++lastStream}`;
    await createStream(name, [ana, ben, subscribedGuest], properties);
    await sendTo(name, ana, `[a](${url})`);
    await ana.client.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [late.userId] });
    return name;
  };
}
/** The owner of the organization may create every kind, and leaves it. */
async function createStream(name: string, people: readonly TestUser[], properties: Record<string, boolean>) {
  const { owner } = organization;
  const principals = [owner, ...people].map(({ userId }) => userId);
  await owner.client.post('/users/me/subscriptions', { subscriptions: [{ name }], principals, ...properties });
  await owner.client.delete('/users/me/subscriptions', { subscriptions: [name] });
}
const sendTo = (stream: string, sender: TestUser, content: string) =>
  sender.client.post('/messages', { type: 'stream', to: stream, topic: 'files', content });
const toEverybody = (sender: TestUser, content: string) => sendTo('everybody', sender, content);
const direct = (url: string, to: readonly TestUser[]) =>
  ana.client.post('/messages', { type: 'direct', to: to.map(({ userId }) => userId), content: `[a](${url})` });
function directMessage(url: string) {
  return direct(url, [ben]);
}
function groupConversation(url: string) {
  return direct(url, [ben, guest]);
}
async function archived(url: string) {
  const stream = await inStream('archived', {})(url);
  const { stream_id: id } = await ana.client.get('/get_stream_id', { stream });
  await organization.owner.client.delete(`/streams/${id}`);
}
async function forwarded(url: string) {
  await direct(url, [eva]);
  await toEverybody(eva, `[a](${url})`);
}
async function deleted(url: string) {
  const { id } = await toEverybody(ana, `[a](${url})`);
  await organization.owner.client.delete(`/messages/${id}`);
}
function draft(url: string) {
  const fields = { type: 'private', to: [ben.userId], topic: '', content: `[a](${url})` };
  return ana.client.post('/drafts', { drafts: [fields] });
}
function scheduled(url: string) {
  const fields = { type: 'direct', to: [ben.userId], content: `[a](${url})` };
  const tomorrow = Math.floor(Date.now() / 1_000) + 86_400;
  return ana.client.post('/scheduled_messages', { ...fields, scheduled_delivery_timestamp: tomorrow });
}

describe.each(EXPECTED)('a file in %s', (_, link, expected) => {
  it.each(WAYS)(`is read by: ${expected} (%s)`, async (way) => {
    const url = await files.upload();
    await link(url);

    const outcomes = await Promise.all(readers().map((reader) => files.read(way, url, reader)));

    // A spectator has no credentials for the API, which makes temporary addresses.
    expect(outcomes.join(' ')).toBe(way === 'temporary address' ? expected.replace(/.$/, '-') : expected);
  });
});

describe('without the right to read, no address says more', () => {
  it('than 404 about an unknown file', async () => {
    const url = `${await files.upload()}x`;

    for (const reader of readers()) {
      for (const way of ['file', 'download', 'thumbnail'] as const)
        expect((await files.get(pathOf(way, url), reader)).status).toBe(404);
    }
    expect((await files.get(`/api/v1${url}`, ben)).status).toBe(404);
  });

  it('than 403 to a request with an API key in its address', async () => {
    const url = await files.upload();

    for (const way of ['file', 'download', 'thumbnail'] as const)
      expect((await files.get(`${pathOf(way, url)}?api_key=${ana.apiKey}`, null)).status).toBe(403);
    expect((await files.get(`/api/v1${url}?api_key=${ana.apiKey}`, null)).status).toBe(401);
    expect((await files.get(`${url}?api_key=${ana.apiKey}&email=${ana.email}`, ben)).status).toBe(403);
  });
});
