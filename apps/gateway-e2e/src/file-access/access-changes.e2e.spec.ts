import { Role } from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Organization, type TestUser } from '../support/organization.js';
import { sharedSystem } from '../support/shared-system.js';
import { LinkedFiles, type Reader, WAYS } from './linked-files.js';

let organization: Organization;
let files: LinkedFiles;
let ana: TestUser;
/** Subscribed to the stream of the test. */
let ben: TestUser;
/** Not subscribed. */
let eva: TestUser;
let guest: TestUser;
let lastStream = 0;
/** A new stream for each test, and the message in it that links the file. */
let stream: string;
let streamId: number;
let messageId: number;
let url: string;

beforeAll(async () => {
  const system = await sharedSystem();
  organization = await Organization.create(system);
  ana = await organization.addUser('Ana Uploader');
  ben = await organization.addUser('Ben Subscriber');
  eva = await organization.addUser('Eva Elsewhere');
  guest = await organization.addUser('Gil Guest', Role.Guest);
  await organization.owner.client.patch('/realm', { enable_spectator_access: true });
  files = new LinkedFiles(system, organization, ana);
}, 240_000);
afterAll(() => organization?.close(), 60_000);

async function createStream(properties: Record<string, boolean> = {}): Promise<[string, number]> {
  const { owner } = organization;
  const name = `stream ${++lastStream}`;
  const principals = [owner, ana, ben].map(({ userId }) => userId);
  await owner.client.post('/users/me/subscriptions', { subscriptions: [{ name }], principals, ...properties });
  const { stream_id } = await ana.client.get('/get_stream_id', { stream: name });
  return [name, stream_id];
}
async function linkIn(properties: Record<string, boolean>): Promise<void> {
  [stream, streamId] = await createStream(properties);
  url = await files.upload();
  messageId = await send(stream);
}
async function send(to: string): Promise<number> {
  const message = { type: 'stream', to, topic: 'files', content: `[a](${url})` };
  const { id } = await ana.client.post('/messages', message);
  return id;
}

/** Reads as ana, ben, eva, guest and spectator. */
async function outcomes(): Promise<string> {
  const readers: Reader[] = [ana, ben, eva, guest, null];
  const rows: string[] = [];
  for (const way of WAYS) {
    const row = await Promise.all(readers.map((reader) => files.read(way, url, reader)));
    // A spectator has no credentials for the API, which makes temporary addresses.
    if (way === 'temporary address') row[4] = rows[0]?.at(-1) as string;
    rows.push(row.join(' '));
  }
  const [first = '', ...others] = rows;
  return others.every((row) => row === first) ? first : rows.join(', ');
}
const admin = () => organization.owner.client;
const move = (to: number, mode: string) =>
  admin().patch(`/messages/${messageId}`, { stream_id: to, propagate_mode: mode });

describe('the next reads after a change of a stream', () => {
  it.each([
    ['becomes public', { is_private: false }, '+ + + - -'],
    ['becomes web-public', { is_web_public: true, is_private: false }, '+ + + + +'],
  ])('see that it %s', async (_, change, after) => {
    await linkIn({ invite_only: true });
    expect(await outcomes()).toBe('+ + - - -');

    await admin().patch(`/streams/${streamId}`, change);

    expect(await outcomes()).toBe(after);
  });

  it('see that it becomes private, and its history public to later subscribers', async () => {
    await linkIn({ is_web_public: true });
    expect(await outcomes()).toBe('+ + + + +');

    await admin().patch(`/streams/${streamId}`, {
      is_web_public: false,
      is_private: true,
      history_public_to_subscribers: false,
    });
    expect(await outcomes()).toBe('+ + - - -');

    const principals = [guest.userId];
    await ana.client.post('/users/me/subscriptions', { subscriptions: [{ name: stream }], principals });
    expect(await outcomes()).toBe('+ + - - -');

    await admin().patch(`/streams/${streamId}`, { is_private: true, history_public_to_subscribers: true });
    expect(await outcomes()).toBe('+ + - + -');
  });

  it('see that it is archived', async () => {
    await linkIn({ is_web_public: true });
    expect(await outcomes()).toBe('+ + + + +');

    await admin().delete(`/streams/${streamId}`);

    expect(await outcomes()).toBe('+ - - - -');
  });

  it('see that spectators have no access any more', async () => {
    await linkIn({ is_web_public: true });
    expect(await outcomes()).toBe('+ + + + +');

    await admin().patch('/realm', { enable_spectator_access: false });
    expect(await outcomes()).toBe('+ + + + -');

    await admin().patch('/realm', { enable_spectator_access: true });
    expect(await outcomes()).toBe('+ + + + +');
  });

  it('see that a subscriber leaves and returns', async () => {
    await linkIn({ invite_only: true, history_public_to_subscribers: true });
    expect(await outcomes()).toBe('+ + - - -');

    await ben.client.delete('/users/me/subscriptions', { subscriptions: [stream] });
    expect(await outcomes()).toBe('+ - - - -');

    const principals = [ben.userId];
    await ana.client.post('/users/me/subscriptions', { subscriptions: [{ name: stream }], principals });
    expect(await outcomes()).toBe('+ + - - -');
  });
});

describe('the next reads after a change of messages', () => {
  beforeEach(async () => {
    await linkIn({});
    expect(await outcomes()).toBe('+ + + - -');
  });

  it('see the topic move out to a private stream, and back', async () => {
    const [, closed] = await createStream({ invite_only: true });

    await move(closed, 'change_all');
    expect(await outcomes()).toBe('+ + - - -');

    await move(streamId, 'change_all');
    expect(await outcomes()).toBe('+ + + - -');
  });

  it('see one message move out to a private stream, while another one links the file or not', async () => {
    const [, closed] = await createStream({ invite_only: true });
    const other = await send(stream);

    await move(closed, 'change_one');
    expect(await outcomes()).toBe('+ + + - -');

    await ana.client.patch(`/messages/${other}`, { content: 'no link' });
    expect(await outcomes()).toBe('+ + - - -');
  });

  it('see edits without the link and with it', async () => {
    await ana.client.patch(`/messages/${messageId}`, { content: `\`[a](${url})\`` });
    expect(await outcomes()).toBe('+ - - - -');

    await ana.client.patch(`/messages/${messageId}`, { content: `again [a](${url})` });
    expect(await outcomes()).toBe('+ + + - -');
  });

  it('see a deletion', async () => {
    await admin().delete(`/messages/${messageId}`);

    expect(await outcomes()).toBe('+ - - - -');
  });

  it('see the deletion of the topic', async () => {
    await admin().post(`/streams/${streamId}/delete_topic`, { topic_name: 'files' });

    expect(await outcomes()).toBe('+ - - - -');
  });

  it('see that the file does not follow a quotation into a place without the quoting person', async () => {
    const [, closed] = await createStream({ invite_only: true });
    await move(closed, 'change_all');
    const message = { type: 'stream', to: stream, topic: 'files', content: `[a](${url})` };
    await eva.client.post('/messages', message);
    expect(await outcomes()).toBe('+ + - - -');

    await ben.client.post('/messages', message);
    expect(await outcomes()).toBe('+ + + - -');
  });
});

describe('the next reads after a change of a person', () => {
  const read = (reader: TestUser) => Promise.all(WAYS.map((way) => files.read(way, url, reader)));
  const all = <Outcome>(outcome: Outcome) => WAYS.map(() => outcome);
  const UNAUTHORIZED = expect.stringMatching(/^401 /);

  it('see a new role', async () => {
    await linkIn({});
    const person = await organization.addUser('Rob Role');
    expect(await read(person)).toEqual(all('+'));

    await admin().patch(`/users/${person.userId}`, { role: Role.Guest });
    expect(await read(person)).toEqual(all('-'));

    await admin().patch(`/users/${person.userId}`, { role: Role.Moderator });
    expect(await read(person)).toEqual(all('+'));
  });

  it('see the end of an account, and that its files stay readable for others', async () => {
    await linkIn({});
    const leaver = await organization.addUser('Lea Leaver');
    const own = await new LinkedFiles(await sharedSystem(), organization, leaver).upload();
    await leaver.client.post('/messages', { type: 'direct', to: [eva.userId], content: `[a](${own})` });
    expect(await read(leaver)).toEqual(all('+'));

    await admin().delete(`/users/${leaver.userId}`);

    expect(await read(leaver)).toEqual(all(UNAUTHORIZED));
    expect(await files.read('file', own, leaver)).toMatch(/^401 /);
    expect(await files.read('file', own, eva)).toBe('+');
  });

  it('see the end of an API key', async () => {
    await linkIn({});
    const person = await organization.addUser('Kim Key');
    expect(await read(person)).toEqual(all('+'));

    const { api_key: apiKey } = await person.client.post('/users/me/api_key/regenerate');

    expect(await read(person)).toEqual(all(UNAUTHORIZED));
    expect(await read({ ...person, apiKey })).toEqual(all('+'));
  });
});
