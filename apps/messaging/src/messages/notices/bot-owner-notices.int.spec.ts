import {
  type Account,
  createScheduledMessage,
  MAX_PROBLEM_LENGTH,
  type MessageSentPayload,
  NotifyBotOwner,
  type Principal,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { whileRealmIsLocked } from '../../testing/realm-locked.js';
import { sendAs, sendError } from '../../testing/requests.js';
import { makeStream } from '../../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../../testing/test-messaging.js';
import { DirectRecipients } from '../send/direct-recipients.js';

let messaging: TestMessaging;
let ana: Principal;
let bot: Principal;
let before: number;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  ana = await messaging.addUser({ fullName: 'Ana' });
  await makeStream(messaging, { name: 'design', subscribers: [ana] });
  await makeStream(messaging, { name: 'desert', subscribers: [] });
  await makeStream(messaging, { name: 'secret', isPrivate: true, subscribers: [await messaging.addUser()] });
});
afterAll(() => messaging?.close());

const addBot = (fields: Partial<Account> = {}) =>
  messaging.addUser({ isBot: true, botOwnerId: ana.userId, email: `bot${Math.random()}@example.com`, ...fields });

beforeEach(async () => {
  bot = await addBot();
  before = (await messaging.events()).length;
});

const message = (to: string | number, sender = bot) =>
  ({ sender, type: 'stream', to, topic: 't', content: 'x', clientName: 'test' }) as const;
const refusal = (to: string | number, sender = bot) => sendError(messaging, message(to, sender));
const notices = async () =>
  (await messaging.events())
    .slice(before)
    .filter(({ type }) => type === 'messaging.message_sent')
    .map(({ payload }) => payload as MessageSentPayload)
    .filter(({ sender }) => sender.email.startsWith('notification-bot@'));
const contents = async () => (await notices()).map(({ content }) => content);

describe('the owner of a bot', () => {
  it('receives a notice about a stream name that does not exist', async () => {
    expect(await refusal('no`where')).toBe("Stream 'no`where' does not exist");

    const [notice] = await notices();
    expect(notice?.content).toBe(
      `Your bot \`${bot.email}\` tried to send a message to the stream \`no’where\`, which does not exist.`,
    );
    const participants = notice?.recipient.kind === 'direct' ? notice.recipient.participants : [];
    expect(participants.map(({ id }) => id)).toContain(ana.userId);
    expect(participants).toHaveLength(2);
  });

  it('receives a notice with the id of a stream addressed by id', async () => {
    await refusal(99_999);
    expect(await contents()).toEqual([expect.stringContaining('to the stream with ID 99999, which does not exist.')]);
  });

  it('receives the same notice for an invisible stream as for a missing one', async () => {
    await refusal('secret');
    expect(await contents()).toEqual([expect.stringContaining('to the stream `secret`, which does not exist.')]);
  });

  it('receives a notice about a stream without subscribers, and the message is sent', async () => {
    expect(await sendAs(messaging, message('desert'))).toMatchObject({ id: expect.any(Number) });

    expect(await contents()).toEqual([expect.stringContaining('to the stream `desert`, which has no subscribers.')]);
  });

  it('receives a notice about a message scheduled for such a stream', async () => {
    const { sender, type, topic, content } = message(99_999);
    const scheduledDeliveryTimestamp = Math.floor(Date.now() / 1_000) + 3_600;
    const scheduled = { type, to: 99_999, topic, content, scheduledDeliveryTimestamp };
    await messaging.callError(createScheduledMessage, sender, scheduled);
    expect(await contents()).toHaveLength(1);
  });

  it('receives at most one notice per interval over all replicas', async () => {
    await Promise.all(Array.from({ length: 8 }, () => refusal('nowhere')));
    expect(await contents()).toHaveLength(1);

    await refusal('nowhere', await addBot());
    expect(await contents()).toHaveLength(2);

    expect(await messaging.redis.redis.pttl(`bot-owner-told:${TEST_REALM}:${bot.userId}`)).toBeGreaterThan(30_000);
    await messaging.redis.redis.del(`bot-owner-told:${TEST_REALM}:${bot.userId}`);
    await refusal('nowhere');
    expect(await contents()).toHaveLength(3);
  });

  it('receives a notice from a transaction that locks the realm before rows', async () => {
    const owner = await messaging.addUser();
    const notifier = [...messaging.users.values()].find(({ email }) => email.startsWith('notification-bot@'));
    const userIds = [owner.userId, notifier?.userId as number].sort((a, b) => a - b);
    const writing = await addBot({ botOwnerId: owner.userId });
    const directRecipients = messaging.replicas[0]?.app.get(DirectRecipients) as DirectRecipients;

    await whileRealmIsLocked(
      messaging,
      () => refusal('nowhere', writing),
      // Another transaction begins the same conversation.
      (tx) => directRecipients.resolve(TEST_REALM, userIds, tx),
    );

    expect(await contents()).toHaveLength(1);
  });

  it('receives no notice about sent messages, other errors, people, and bots of other owners', async () => {
    await sendAs(messaging, message('design'));
    await sendError(messaging, { ...message('design'), content: '' });
    await refusal('nowhere', ana);
    await refusal('nowhere', await addBot({ botOwnerId: null }));
    const gone = await messaging.addUser({ isActive: false });
    await refusal('nowhere', await addBot({ botOwnerId: gone.userId }));

    expect(await contents()).toEqual([]);
  });
});

describe('the owner of a bot, at the request of another service', () => {
  const notify = (botId: number, problem = 'received a request with malformed JSON.') =>
    messaging.request(NotifyBotOwner, { realmId: TEST_REALM, botId, problem });

  it('receives a notice that begins with the bot, and no other person does', async () => {
    await notify(bot.userId, `received ${'x'.repeat(MAX_PROBLEM_LENGTH - 9)}`);

    const [notice] = await notices();
    expect(notice?.content).toMatch(new RegExp(`^Your bot \`${bot.email}\` received x+$`));
    expect(notice?.recipient).toMatchObject({
      kind: 'direct',
      participants: expect.arrayContaining([expect.objectContaining({ id: ana.userId })]),
    });
    expect(notice?.recipient.kind === 'direct' && notice.recipient.participants).toHaveLength(2);
  });

  it('receives one of many notices, together with those about its messages, over all replicas', async () => {
    await Promise.all([...Array.from({ length: 8 }, () => notify(bot.userId)), refusal('nowhere')]);
    expect(await contents()).toHaveLength(1);

    await notify((await addBot()).userId);
    expect(await contents()).toHaveLength(2);
  });

  it('receives none for a person, an unknown account, and a bot without an active owner', async () => {
    const gone = await messaging.addUser({ isActive: false });
    const bots = await Promise.all([addBot({ botOwnerId: null }), addBot({ botOwnerId: gone.userId })]);
    for (const { userId } of [...bots, ana]) await notify(userId);
    await notify(99_999);

    expect(await contents()).toEqual([]);
  });

  it('receives none that is blank or too long', async () => {
    for (const problem of [' ', 'x'.repeat(MAX_PROBLEM_LENGTH + 1)])
      await expect(notify(bot.userId, problem)).rejects.toMatchObject({ status: 400 });

    expect(await contents()).toEqual([]);
  });
});
