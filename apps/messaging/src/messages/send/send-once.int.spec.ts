import { type MessageSentPayload, type NewMessage, type Principal, Role, SendMessageOnce } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendAs, subscribe } from '../../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let bot: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  ana = await messaging.addUser({ fullName: 'Ana', role: Role.Administrator });
  const ben = await messaging.addUser({ fullName: 'Ben' });
  bot = await messaging.addUser({ fullName: 'Hook', isBot: true, botOwnerId: ben.userId });
  await subscribe(messaging, ana, ['design']);
  await subscribe(messaging, ana, ['secret'], { properties: { isPrivate: true } });
});
afterAll(() => messaging.close());

const request = (onceKey: string, message: Partial<NewMessage> = {}, rest: Partial<SendMessageOnce> = {}) => ({
  realmId: TEST_REALM,
  senderId: bot.userId,
  onceKey,
  message: { type: 'stream', to: 'design', topic: 'builds', content: `sent as ${onceKey}`, ...message } as NewMessage,
  clientName: 'Hooks',
  ...rest,
});
const send = (...of: Parameters<typeof request>) => messaging.request(SendMessageOnce, request(...of));
const refusal = (...of: Parameters<typeof request>) => messaging.refusal(SendMessageOnce, request(...of));
const sent = async (content: string) =>
  (await messaging.events())
    .filter(({ type }) => type === 'messaging.message_sent')
    .map(({ payload }) => payload as MessageSentPayload)
    .filter((message) => message.content === content);

describe('a message that is sent once', () => {
  it('is one message for any number of requests with its key, in parallel and later, on any replica', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => send('test:1')));
    all.push(await send('test:1'));

    expect(all.filter(({ isDuplicate }) => !isDuplicate)).toHaveLength(1);
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await sent('sent as test:1')).toMatchObject([{ messageId: all[0]?.messageId, clientName: 'Hooks' }]);
    expect(await send('test:2')).toMatchObject({ isDuplicate: false });
  });

  it('is stored with further ones, or not at all', async () => {
    const messages = (...contents: string[]) =>
      contents.map((content) => ({ type: 'stream', to: 'design', topic: 'builds', content }) as NewMessage);
    const all = await Promise.all(
      [['f 1', 'f 2'], ['f 1', 'f 2', 'f 3'], ['f 1', 'f 2'], []].map((contents) =>
        send('test:further', { content: 'f 0' }, { further: messages(...contents) }),
      ),
    );
    expect(all.filter(({ isDuplicate }) => !isDuplicate)).toHaveLength(1);
    expect(await send('test:further', { content: 'g 0' }, { further: messages('g 1') })).toEqual({
      messageId: all[0]?.messageId,
      isDuplicate: true,
    });
    expect(await sent('g 0')).toEqual([]);
    expect(await sent('g 1')).toEqual([]);

    await send('test:in-order', { content: 'h 0' }, { further: messages('h 1', 'h 2') });
    const ids = await Promise.all(['h 0', 'h 1', 'h 2'].map(async (content) => (await sent(content))[0]?.messageId));
    expect(ids).toEqual([...ids].sort((a, b) => Number(a) - Number(b)));
    expect(ids).not.toContain(undefined);
  });

  it('is refused with all others if one of them is refused, and leaves its key free', async () => {
    const further = [{ type: 'stream', to: 'nowhere', topic: 'builds', content: 'i 1' } as NewMessage];
    expect(await refusal('test:all-or-none', { content: 'i 0' }, { further })).toBe("Stream 'nowhere' does not exist");
    expect(await sent('i 0')).toEqual([]);
    expect(await send('test:all-or-none')).toMatchObject({ isDuplicate: false });
  });

  it('is rendered and addressed as any message', async () => {
    await send('test:people', { type: 'direct', to: [ana.userId], content: 'see @**Ana**' });

    expect(await sent('see @**Ana**')).toMatchObject([
      { recipient: { kind: 'direct' }, mentionedUserIds: [ana.userId], sender: { userId: bot.userId } },
    ]);
  });

  it('has a key of its own for each sender', async () => {
    await send('test:shared');

    expect(await send('test:shared', {}, { senderId: ana.userId })).toMatchObject({ isDuplicate: false });
  });

  it('is not found under the local id of a client', async () => {
    const { id } = await sendAs(messaging, {
      sender: bot,
      ...request('').message,
      queueId: '3:abc',
      localId: 'test:local',
    } as never);

    expect((await send('test:local')).messageId).not.toBe(id);
  });

  it('is refused by the rules of all messages, and leaves its key free', async () => {
    expect(await refusal('test:rules', { to: 'secret' })).toBe("Stream 'secret' does not exist");
    expect(await refusal('test:rules', { content: ' ' })).toBe('Message must not be empty');
    expect(await send('test:rules')).toMatchObject({ isDuplicate: false });
  });

  it('may go to every stream if the service says so', async () => {
    expect(await send('test:let-in', { to: 'secret' }, { mayWriteToEveryStream: true })).toMatchObject({
      isDuplicate: false,
    });
    expect(await refusal('test:let-in-2', { to: 'nowhere' }, { mayWriteToEveryStream: true })).toBe(
      "Stream 'nowhere' does not exist",
    );
  });

  it('needs an active sender', async () => {
    const gone = await messaging.addUser();
    await messaging.changeUser(gone.userId, { isActive: false });

    expect(await refusal('test:gone', {}, { senderId: gone.userId })).toBe(
      `'${gone.email}' is no longer using this service.`,
    );
    expect(await refusal('test:gone', {}, { senderId: 99_999 })).toBe('Invalid user ID 99999');
  });
});
