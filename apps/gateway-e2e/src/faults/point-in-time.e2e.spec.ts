import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@chat/testing';
import { PERMANENT_SERVICES } from '@chat/tools';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ArchivedPostgres } from '../support/archived-postgres.js';
import { LiveQueue } from '../support/event-queue.js';
import { Organization, type TestUser } from '../support/organization.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';

const COMMAND = fileURLToPath(new URL('../../../../tools/src/operator/chat.mjs', import.meta.url));
/** Messages before the moment, and after it. */
const SENDS = 20;
const TOPIC = 'work';
/** The stream that is deleted by mistake, and one that stays. */
const [DELETED, OTHER] = ['engine', 'brakes'];

let postgres: ArchivedPostgres;
let tested: SystemUnderTest;
let organization: Organization;
let member: TestUser;
let queue: LiveQueue;

/** Messages in the stream that stays, in order. */
const started: string[] = [];
const acknowledged: string[] = [];
/** The lists above at the moment, and the messages in the other stream. */
const before = { started: [] as string[], acknowledged: [] as string[], deleted: [] as string[] };
/** The highest ids that clients saw. */
const published = { userId: 0, streamId: 0, messageId: 0 };

beforeAll(async () => {
  postgres = await ArchivedPostgres.start();
  tested = await startSystemUnderTest({ scale: {}, databaseUrl: postgres.url });
  organization = await Organization.create(tested.system);
  await postgres.backUp();
  [member] = (await organization.addSubscribers(DELETED, 1)) as [TestUser];
  await subscribe(OTHER);
  for (let n = 0; n < SENDS; n++) before.deleted.push(await send(DELETED, `engine ${n}`));
  queue = await LiveQueue.register(member.client);

  let isMistakeMade = false;
  const sending = sendUntil(() => isMistakeMade && acknowledged.length >= before.acknowledged.length + SENDS);
  await eventually(() => acknowledged.length >= SENDS);
  before.acknowledged = [...acknowledged];
  const moment = await postgres.now();
  before.started = [...started];

  await organization.owner.client.delete(`/streams/${await streamId(DELETED)}`);
  await subscribe('afterthought');
  published.streamId = await streamId('afterthought');
  published.userId = (await organization.addUser('Late Larry')).userId;
  isMistakeMade = true;
  await sending;
  published.messageId = Math.max(...(await messagesIn(OTHER)).map(({ id }) => id));
  await queue.next(({ message }) => message?.id === published.messageId);

  await Promise.all(PERMANENT_SERVICES.map((service) => tested.system.stopProcess(service)));
  await postgres.restoreTo(moment);
  await Promise.all(PERMANENT_SERVICES.map((service) => tested.system.startProcess(service)));
}, 240_000);

afterAll(async () => {
  await queue?.stop();
  await organization?.close();
  await tested?.discard();
  await postgres?.stop();
}, 60_000);

const subscribe = (name: string) =>
  organization.owner.client.post('/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: [organization.owner.userId, member.userId],
  });

const streamId = async (stream: string): Promise<number> =>
  Number((await organization.owner.client.get('/get_stream_id', { stream })).stream_id);

async function send(stream: string, content: string): Promise<string> {
  await organization.owner.client.post('/messages', { type: 'stream', to: stream, topic: TOPIC, content });
  return content;
}

async function sendUntil(isEnough: () => boolean): Promise<void> {
  for (let n = 0; !isEnough(); n++) {
    const content = `brakes ${n}`;
    started.push(content);
    acknowledged.push(await send(OTHER, content));
  }
}

/** Rejects if the new queue is ended, too: the logs of the services begin anew one after the other. */
async function sendAndReceive(): Promise<{ id: number }> {
  const renewed = await LiveQueue.register(member.client);
  try {
    const content = await send(OTHER, `to ${renewed.queueId}`);
    const { message } = await renewed.next((event) => event.message?.content === content, 5_000);
    return message;
  } finally {
    await renewed.stop();
  }
}

/** Messages of the test in a stream, without notices. */
async function messagesIn(stream: string): Promise<{ id: number; content: string }[]> {
  const { messages } = await organization.owner.client.get('/messages', {
    anchor: 'newest',
    num_before: 1_000,
    num_after: 0,
    narrow: [['stream', stream]],
    apply_markdown: false,
  });
  return messages.filter(({ subject }: { subject: string }) => subject === TOPIC);
}

const contentsIn = async (stream: string) => (await messagesIn(stream)).map(({ content }) => content);

describe('after a restore to a moment before a mistake, with Redis as it was', () => {
  it('everything acknowledged before the moment is there, and nothing sent after it', async () => {
    expect(await contentsIn(DELETED)).toEqual(before.deleted);
    const contents = await contentsIn(OTHER);
    expect(contents.length).toBeGreaterThanOrEqual(before.acknowledged.length);
    expect(contents).toEqual(before.started.slice(0, contents.length));

    const { client } = organization.owner;
    const names = (await client.get('/streams')).streams.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining([DELETED, OTHER]));
    expect(names).not.toContain('afterthought');
    const users = (await client.get('/users')).members.map(({ full_name }: { full_name: string }) => full_name);
    expect(users).toContain(member.fullName);
    expect(users).not.toContain('Late Larry');
  });

  it('the queue of a client that saw the future is ended', async () => {
    await eventually(() => queue.violations.length > 0, { withinMs: 15_000, what: 'the end of the queue' });

    expect(queue.violations).toEqual([expect.stringContaining('BAD_EVENT_QUEUE_ID')]);
  });

  it('new users, streams and messages get ids above all that were published, and new queues get their events', async () => {
    const { userId } = await organization.addUser('New Nora');
    await subscribe('second thought');
    const message = await eventually(sendAndReceive, { withinMs: 30_000 });

    expect(userId).toBeGreaterThan(published.userId);
    expect(await streamId('second thought')).toBeGreaterThan(published.streamId);
    expect(message.id).toBeGreaterThan(published.messageId);
  });

  it('the operator sees that the archive goes on', async () => {
    await postgres.completeSegment();
    const env = { PATH: process.env['PATH'], REDIS_URL: tested.system.redisUrl };
    const output = await eventually(() => promisify(execFile)(process.execPath, [COMMAND, 'backup-status'], { env }));

    expect(output.stdout).toMatch(/^The newest restorable moment is \d+ s ago\.$/m);
  });
});
