import {
  BotsTriggered,
  CallBots,
  createScheduledMessage,
  editMessage,
  GetMessageForBot,
  OUTGOING_WEBHOOK_BOT,
  type Principal,
  Role,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { sendDirect, sendToStream, subscribe } from '../../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let echo: Principal;
const called: CallBots[] = [];

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  await messaging.play('integrations', { [CallBots.pattern]: (request: CallBots) => void called.push(request) });
  ana = await messaging.addUser({ fullName: 'Ana', role: Role.Administrator });
  ben = await messaging.addUser({ fullName: 'Ben' });
  echo = await bot('Echo');
  await subscribe(messaging, ana, ['design'], { principals: [ben.userId] });
  await subscribe(messaging, ana, ['secret'], { properties: { isPrivate: true } });
});
beforeEach(() => void called.splice(0));
afterAll(() => messaging.close());

const bot = (fullName: string, fields = {}) =>
  messaging.addUser({ fullName, isBot: true, botType: OUTGOING_WEBHOOK_BOT, botOwnerId: ben.userId, ...fields });
const say = (content: string, sender = ana, to = 'design') => sendToStream(messaging, sender, to, 'chat', content);
/** The calls of bots by one message, as recorded with it. */
const callsOf = async (messageId: number) =>
  (await messaging.published(BotsTriggered)).filter((payload) => payload.messageId === messageId);

describe('an outgoing webhook bot', () => {
  it('is called by a mention in a stream, with the message and at once', async () => {
    const id = await say('hello @**Echo**, are you there @**Ben**?');

    const call = { messageId: id, senderId: ana.userId, trigger: 'mention', botIds: [echo.userId] };
    expect(await callsOf(id)).toEqual([call]);
    await eventually(() => called.length === 1);
    expect(called).toEqual([{ realmId: TEST_REALM, ...call }]);
  });

  it('is called by a mention in a private stream that it is not subscribed to', async () => {
    expect(await callsOf(await say('hello @**Echo**', ana, 'secret'))).toHaveLength(1);
  });

  it('is called by a direct message, also of a group, with or without a mention', async () => {
    const other = await bot('Other');
    const alone = await sendDirect(messaging, ana, [echo.userId], 'hello');
    const group = await sendDirect(messaging, ana, [echo.userId, other.userId, ben.userId], 'hello @**Echo**');

    const call = { senderId: ana.userId, trigger: 'private_message' };
    expect(await callsOf(alone)).toEqual([{ ...call, messageId: alone, botIds: [echo.userId] }]);
    expect(await callsOf(group)).toEqual([{ ...call, messageId: group, botIds: [echo.userId, other.userId] }]);
  });

  it('is called by a scheduled message when that is sent', async () => {
    await messaging.call(createScheduledMessage, ana, {
      ...{ type: 'direct', to: [echo.userId], content: 'later' },
      scheduledDeliveryTimestamp: Math.floor(Date.now() / 1000) + 600,
    } as never);
    const before = (await messaging.published(BotsTriggered)).length;

    await messaging.sql.query("UPDATE scheduled_messages SET due_at = now() - interval '1 hour'");

    await eventually(async () => (await messaging.published(BotsTriggered)).length === before + 1, {
      withinMs: 15_000,
    });
  });

  it.each([
    ['a silent mention', '@_**Echo** is silent'],
    ['a mention in code', '`@**Echo**`'],
    ['a mention in a block of code', '```\n@**Echo**\n```'],
    ['a mention in a quote', '```quote\n@**Echo**\n```'],
    ['a wildcard', 'hello @**all**'],
    ['its name', 'hello Echo'],
  ])('is not called by %s', async (_case, content) => {
    expect(await callsOf(await say(content))).toEqual([]);
  });

  it('is not called by an edit that adds a mention', async () => {
    const id = await say('hello');
    await messaging.call(editMessage, ana, {
      messageId: id,
      content: 'hello @**Echo**',
      propagateMode: 'change_one',
    } as never);

    expect(await callsOf(id)).toEqual([]);
  });

  it('is not called by a mention in a direct message to others', async () => {
    expect(await callsOf(await sendDirect(messaging, ana, [ben.userId], 'ask @**Echo**'))).toEqual([]);
  });

  it('is not called by bots, not even by itself', async () => {
    const other = await bot('Robot');
    await subscribe(messaging, ana, ['design'], { principals: [other.userId, echo.userId] });

    expect(await callsOf(await say('hello @**Echo**', other))).toEqual([]);
    expect(await callsOf(await say('hello @**Echo**', echo))).toEqual([]);
    expect(await callsOf(await sendDirect(messaging, other, [echo.userId], 'hello'))).toEqual([]);
  });

  it('is not called if it is deactivated, and bots of other types never are', async () => {
    await bot('Gone');
    const gone = messaging.principal(messaging.users.size);
    await messaging.changeUser(gone.userId, { isActive: false });
    await bot('Generic', { botType: 1 });
    await bot('Hook', { botType: 2 });

    expect(await callsOf(await say('@**Gone** @**Generic** @**Hook**'))).toEqual([]);
  });

  it('costs a message that calls none no statement', async () => {
    await say('the first message');
    const query = jest.spyOn(pg.Client.prototype, 'query');

    await say('a person is mentioned: @**Ben**, marker-of-the-message');

    const texts = query.mock.calls.map(([config]) => JSON.stringify(config));
    query.mockRestore();
    expect(texts.filter((text) => text.includes('marker-of-the-message'))).toHaveLength(1);
    expect(texts.filter((text) => /INSERT INTO outbox\b|bots_triggered/.test(text))).toHaveLength(1);
  });
});

describe('the message for a bot', () => {
  const forBot = (messageId: number, senderId = ana.userId, botId = echo.userId) =>
    messaging.request(GetMessageForBot, { realmId: TEST_REALM, messageId, senderId, botId });

  it('has Markdown and HTML, and no flags', async () => {
    const id = await say('**hello** @**Echo**', ana, 'secret');

    const { message, link, realmUrl } = (await forBot(id)) ?? {};

    expect(message).toMatchObject({
      id,
      type: 'stream',
      display_recipient: 'secret',
      subject: 'chat',
      sender_id: ana.userId,
      content: '**hello** @**Echo**',
      content_type: 'text/x-markdown',
      rendered_content: expect.stringContaining('<strong>hello</strong>'),
    });
    for (const absent of ['flags', 'edit_history', 'last_edit_timestamp']) expect(message).not.toHaveProperty(absent);
    expect(realmUrl).toBe('https://chat.example.com');
    expect(link).toMatch(new RegExp(`^https://chat.example.com/#narrow/stream/\\d+-secret/topic/chat/near/${id}$`));
  });

  it('has an address if it is direct', async () => {
    const id = await sendDirect(messaging, ana, [echo.userId], 'hello');

    const people = [ana.userId, echo.userId].join(',');
    expect((await forBot(id))?.link).toBe(`https://chat.example.com/#narrow/dm/${people}-dm/near/${id}`);
  });

  it('is missing if the message, the sender or the bot is gone', async () => {
    const id = await say('hello');

    expect(await forBot(999_999)).toBeNull();
    expect(await forBot(id, 999_999)).toBeNull();
    expect(await forBot(id, ana.userId, 999_999)).toBeNull();
  });
});
