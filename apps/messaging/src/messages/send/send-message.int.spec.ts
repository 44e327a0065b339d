import { type MessageSentPayload, type Principal, PrivateMessagePolicy, Role, StreamPostPolicy } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendAs, sendDirect, sendError, sendToStream, subscribe } from '../../testing/requests.js';
import { TestMessaging } from '../../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let guest: Principal;
let admin: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  ana = await messaging.addUser({ fullName: 'Ana' });
  ben = await messaging.addUser({ fullName: 'Ben', alertWords: ['pancake'] });
  guest = await messaging.addUser({ fullName: 'Gus', role: Role.Guest });
  admin = await messaging.addUser({ fullName: 'Ada', role: Role.Administrator });
  const group = { description: '', isSystemGroup: false };
  messaging.groups.push({ ...group, groupId: 101, name: 'Inkers', memberIds: [guest.userId], subgroupIds: [] });
  messaging.groups.push({
    ...group,
    groupId: 102,
    name: 'Draughtspeople',
    memberIds: [ben.userId],
    subgroupIds: [101],
  });
  await subscribe(messaging, ana, ['design']);
  await subscribe(messaging, ana, ['secret'], { properties: { isPrivate: true } });
}, 60_000);
afterAll(() => messaging?.close());

const sent = async (): Promise<MessageSentPayload[]> =>
  (await messaging.events())
    .filter((event) => event.type === 'messaging.message_sent')
    .map((event) => event.payload as MessageSentPayload);

const sentAs = async (id: number) => (await sent()).find((message) => message.messageId === id);

describe('a message to a stream', () => {
  it('is stored, rendered and published with its stream and topic', async () => {
    const id = await sendToStream(messaging, ben, 'Design', '  Logo ', 'Hello **all** of you\n\n');

    expect(await sentAs(id)).toMatchObject({
      content: 'Hello **all** of you',
      renderedContent: '<p>Hello <strong>all</strong> of you</p>',
      recipient: { kind: 'stream', streamName: 'design', topic: 'Logo' },
      sender: { userId: ben.userId, realmStr: 'test' },
      mentionedUserIds: [],
      localEcho: null,
    });
    const { rows } = await messaging.sql.query('SELECT topic_key, is_read_by_sender FROM messages WHERE id = $1', [id]);
    expect(rows).toEqual([{ topic_key: 'logo', is_read_by_sender: false }]);
  });

  it.each([
    ['an unknown stream', { to: 'nowhere' }, "Stream 'nowhere' does not exist"],
    ['an unknown stream id', { to: 999 }, "Stream with ID '999' does not exist"],
    ['a private stream of others', { to: 'secret' }, "Stream 'secret' does not exist"],
    ['no address', { to: null }, 'Invalid data type for stream'],
    ['no address of people', { to: null, type: 'direct' as const }, 'Invalid data type for recipients'],
    ['two streams', { to: ['design', 'secret'] }, 'Expected exactly one stream'],
    ['no topic', { topic: undefined }, 'Missing topic'],
    ['a blank topic', { topic: '  ' }, "Topic can't be empty!"],
    ['a control character in the topic', { topic: 'a\u0007b' }, 'Invalid character in topic, at position 2!'],
    ['no content', { content: ' \n ' }, 'Message must not be empty'],
    ['no content, to an unknown stream', { to: 'nowhere', content: '' }, 'Message must not be empty'],
    ['no topic, to an unknown stream', { to: 'nowhere', topic: undefined }, 'Missing topic'],
    ['no content, to nobody who is known', { type: 'direct' as const, to: [999], content: '' }, 'Invalid user ID 999'],
    ['a null byte', { content: 'a\0b' }, 'Message must not contain null bytes'],
    ['a queue without a local id', { queueId: 'q' }, "Missing 'local_id' argument"],
  ])('is refused with %s', async (_, change, refusal) => {
    const request = {
      sender: ben,
      type: 'stream',
      to: 'design',
      topic: 't',
      content: 'c',
      clientName: 'test',
    } as const;

    expect(await sendError(messaging, { ...request, ...change })).toBe(refusal);
  });

  it('needs a topic in an organization with mandatory topics', async () => {
    await messaging.changeRealm({ mandatoryTopics: true });
    const noTopic = { sender: ana, type: 'stream', to: 'design', topic: ' (no topic) ', content: 'c' } as const;

    expect(await sendError(messaging, { ...noTopic, clientName: 'test' })).toBe(
      'Topics are required in this organization',
    );
    await messaging.changeRealm({ mandatoryTopics: false });
    expect(await sendAs(messaging, { ...noTopic, clientName: 'test' })).toHaveProperty('id');
  });

  it('from a bot may go to streams of its owner', async () => {
    await subscribe(messaging, admin, ['board'], { properties: { postPolicy: StreamPostPolicy.Administrators } });
    const send = async (to: string, { userId: botOwnerId }: Principal) => {
      const sender = await messaging.addUser({ isBot: true, botOwnerId });
      return { sender, type: 'stream', to, topic: 't', content: 'c', clientName: 'test' } as const;
    };

    expect(await sendAs(messaging, await send('board', admin))).toHaveProperty('id');
    expect(await sendError(messaging, await send('board', ana))).toBe(
      'Only organization administrators can send to this stream.',
    );
    expect(await sendAs(messaging, await send('secret', ana))).toHaveProperty('id');
    expect(await sendError(messaging, await send('secret', ben))).toBe("Stream 'secret' does not exist");
  });

  it('with a wildcard mention in a large stream needs permission', async () => {
    const people = await Promise.all(Array.from({ length: 15 }, () => messaging.addUser()));
    const gone = await messaging.addUser();
    const [first] = people as [Principal];
    const principals = [...people, gone].map(({ userId }) => userId);
    await subscribe(messaging, admin, ['crowd'], { principals });
    await messaging.changeUser(gone.userId, { isActive: false });
    const everybody = { type: 'stream', to: 'crowd', topic: 't', content: '@**all**', clientName: 'test' } as const;

    expect(await sendAs(messaging, { ...everybody, sender: first })).toHaveProperty('id');
    await subscribe(messaging, admin, ['crowd']);
    expect(await sendError(messaging, { ...everybody, sender: first })).toBe(
      'You do not have permission to use wildcard mentions in this stream.',
    );
    expect(await sendAs(messaging, { ...everybody, sender: admin })).toHaveProperty('id');
  });

  it('keeps control characters of program output', async () => {
    const printed = '```\n\u001b[32mpassed\u001b[0m\f\u0007\u0085\u009d\n```';
    const id = await sendToStream(messaging, ana, 'design', 'builds', printed);

    expect(await sentAs(id)).toMatchObject({
      content: printed,
      renderedContent: expect.stringContaining('\u001b[32mpassed\u001b[0m\f\u0007\u0085\u009d'),
    });
    const { rows } = await messaging.sql.query('SELECT content FROM messages WHERE id = $1', [id]);
    expect(rows).toEqual([{ content: printed }]);
  });

  it('cuts topics and content that are too long, in code points', async () => {
    const id = await sendToStream(messaging, ana, 'design', '😀'.repeat(61), '😀'.repeat(10_001));

    const message = await sentAs(id);
    expect(message?.recipient).toMatchObject({ topic: `${'😀'.repeat(57)}...` });
    expect([...(message?.content ?? '')]).toHaveLength(10_000);
    expect(message?.content.endsWith('\n[message truncated]')).toBe(true);
  });

  it('from a guest without subscription is refused as for a missing stream', async () => {
    const request = { sender: guest, type: 'stream', to: 'design', topic: 't', content: 'c', clientName: 'x' } as const;
    expect(await sendError(messaging, request)).toBe("Stream 'design' does not exist");

    await subscribe(messaging, ana, ['design'], { principals: [guest.userId] });
    expect(await sendToStream(messaging, guest, 'design', 't', 'now I may')).toBeGreaterThan(0);
  });

  it('from an administrator to an unsubscribed private stream is refused as not authorized', async () => {
    const request = { sender: admin, type: 'stream', to: 'secret', topic: 't', content: 'c', clientName: 'x' } as const;
    expect(await sendError(messaging, request)).toBe("Not authorized to send to stream 'secret'");
  });

  it('mentions only users with access to it', async () => {
    const inPublic = await sendToStream(messaging, ana, 'design', 't', '@**Ben** pancake');
    const inPrivate = await sendToStream(messaging, ana, 'secret', 't', '@**Ben** pancake');

    expect(await sentAs(inPublic)).toMatchObject({ mentionedUserIds: [ben.userId], alertWordUserIds: [ben.userId] });
    expect(await sentAs(inPrivate)).toMatchObject({ mentionedUserIds: [], alertWordUserIds: [] });
  });

  it('mentions direct members of a group, not of its subgroups, in any letter case', async () => {
    await subscribe(messaging, ana, ['drawings'], { principals: [ben.userId, guest.userId] });

    const id = await sendToStream(messaging, ana, 'drawings', 't', '@*draughtsPeople*');

    expect(await sentAs(id)).toMatchObject({
      renderedContent: '<p><span class="user-group-mention" data-user-group-id="102">@Draughtspeople</span></p>',
      mentionedUserIds: [ben.userId],
    });
  });

  it('counts as read by its sender if a person’s app sent it', async () => {
    const id = await sendToStream(messaging, ana, 'design', 't', 'from my phone', { clientName: 'ZulipMobile' });

    expect(await sentAs(id)).toMatchObject({ isReadBySender: true });
  });
});

describe('a direct message', () => {
  it('has the same recipient for each sender, by ids or by addresses', async () => {
    const first = await sentAs(await sendDirect(messaging, ana, [ben.userId, guest.userId], 'one'));
    const second = await sentAs(await sendDirect(messaging, ben, [ana.email.toUpperCase(), guest.email], 'two'));

    expect(second?.recipient.recipientId).toBe(first?.recipient.recipientId);
    expect(first?.recipient).toMatchObject({
      kind: 'direct',
      participants: [{ id: ana.userId }, { id: ben.userId }, { id: guest.userId }],
    });
  });

  it('may go to its sender alone', async () => {
    const message = await sentAs(await sendDirect(messaging, ana, [ana.userId], 'note'));

    expect(message?.recipient).toMatchObject({ participants: [{ id: ana.userId }] });
  });

  it.each([
    ['an unknown id', [4711], 'Invalid user ID 4711'],
    ['an unknown address', ['nobody@example.com'], "Invalid email 'nobody@example.com'"],
    ['nobody', [], 'Message must have recipients'],
    ['ids and addresses', [1, 'x@example.com'], 'Recipient lists may contain emails or user IDs, but not both.'],
    ['a number', 7, 'Invalid data type for recipients'],
  ])('is refused to %s', async (_, to, refusal) => {
    const request = { sender: ana, type: 'direct', to: to as number[], content: 'c', clientName: 'test' } as const;

    expect(await sendError(messaging, request)).toBe(refusal);
  });

  it('to a deactivated account is refused at once', async () => {
    const gone = await messaging.addUser();
    await messaging.changeUser(gone.userId, { isActive: false });

    const request = { sender: ana, type: 'direct', to: [gone.userId], content: 'c', clientName: 'test' } as const;
    expect(await sendError(messaging, request)).toBe(`'${gone.email}' is no longer using this service.`);
  });

  it('is limited to conversations with bots in an organization without direct messages', async () => {
    const gone = await messaging.addUser();
    await messaging.changeUser(gone.userId, { isActive: false });
    const bot = await messaging.addUser({ isBot: true, botOwnerId: ana.userId });
    const send = (sender: Principal, to: number[]) =>
      ({ sender, type: 'direct', to, content: 'c', clientName: 'test' }) as const;
    await messaging.changeRealm({ privateMessagePolicy: PrivateMessagePolicy.Disabled });

    for (const to of [[ben.userId], [ana.userId], [bot.userId, ben.userId], [gone.userId]]) {
      expect(await sendError(messaging, send(ana, to))).toBe('Direct messages are disabled in this organization.');
    }
    await sendAs(messaging, send(ana, [bot.userId]));
    await sendAs(messaging, send(bot, [ana.userId, ben.userId]));
    await messaging.changeRealm({ privateMessagePolicy: PrivateMessagePolicy.Unlimited });
  });

  it('reaches a user right after the creation of the account', async () => {
    const fresh = await messaging.addUser();

    expect(await sendDirect(messaging, ana, [fresh.userId], 'welcome')).toBeGreaterThan(0);
  });
});

describe('many messages at once', () => {
  it('get ids in the order of their events, from two replicas, and one refused message does not fail the others', async () => {
    const before = (await sent()).length;
    const sends = Array.from({ length: 200 }, (_, n) =>
      sendToStream(messaging, ana, n % 50 === 7 ? 'nowhere' : 'design', `topic ${n % 5}`, `message ${n}`),
    );

    const outcomes = await Promise.allSettled(sends);

    const ids = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(ids).toHaveLength(196);
    const published = (await sent()).slice(before).map((message) => message.messageId);
    expect(published).toEqual([...published].sort((a, b) => a - b));
    expect(new Set(published)).toEqual(new Set(ids));
  });

  it('with one local id are one message, in parallel and later, on any replica', async () => {
    const echo = { queueId: '3:abc', localId: '7.01' };
    const send = () => sendToStream(messaging, ana, 'design', 'echo', 'only once', echo);

    const ids = await Promise.all(Array.from({ length: 20 }, send));
    ids.push(await send());

    expect(new Set(ids).size).toBe(1);
    const { rows } = await messaging.sql.query("SELECT id FROM messages WHERE content = 'only once'");
    expect(rows).toHaveLength(1);
    expect(await sentAs(ids[0] as number)).toMatchObject({ localEcho: echo });
  });

  it('with one local id and no queue are as many messages', async () => {
    const ids = await Promise.all(
      [1, 2].map(() => sendToStream(messaging, ana, 'design', 'alone', 'x', { localId: '7' })),
    );

    expect(new Set(ids).size).toBe(2);
    expect(await sentAs(ids[0] as number)).toMatchObject({ localEcho: null });
  });

  it('with equal content and no local id are as many messages', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => sendToStream(messaging, ana, 'design', 'same', 'same')));

    expect(new Set(ids).size).toBe(3);
  });
});
