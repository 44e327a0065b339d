import { getStreamId, type Principal, Role, setTyping, type TypingChange, TypingChanged } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscribe } from '../testing/requests.js';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  ana = await messaging.addUser({ fullName: 'Ana' });
  ben = await messaging.addUser({ fullName: 'Ben' });
  await subscribe(messaging, ana, ['design'], { principals: [ana.userId, ben.userId] });
}, 60_000);
afterAll(() => messaging.close());

describe('typing', () => {
  it('is published to the conversation', async () => {
    await messaging.call(setTyping, ana, { type: 'direct', op: 'start', to: [ben.userId] });

    expect((await messaging.events()).filter(TypingChanged.matches).at(-1)?.payload).toMatchObject({
      op: 'start',
      sender: { userId: ana.userId },
      recipient: { kind: 'direct', participants: [{ userId: ana.userId }, { userId: ben.userId }] },
    });
  });

  it('is published to the active users of a conversation', async () => {
    const gone = await messaging.addUser();
    await messaging.changeUser(gone.userId, { isActive: false });

    await messaging.call(setTyping, ana, { type: 'direct', op: 'start', to: [ben.userId, gone.userId] });

    const published = (await messaging.events()).filter(TypingChanged.matches).at(-1)?.payload;
    expect(published?.recipient.kind === 'direct' && published.recipient.participants).toHaveLength(3);
  });

  it('is refused in streams without the permission to post', async () => {
    const admin = await messaging.addUser({ role: Role.Administrator });
    await subscribe(messaging, admin, ['notice board'], { properties: { postPolicy: 2 } });
    const { stream_id: streamId } = await messaging.call(getStreamId, admin, { stream: 'notice board' });
    const typing = { type: 'stream', op: 'start', to: [streamId], topic: 't' } as const;

    expect(await messaging.callError(setTyping, ana, typing)).toBe(
      'Only organization administrators can send to this stream.',
    );
    await messaging.call(setTyping, admin, typing);
  });

  it('is refused to users that disabled it, separately for each kind', async () => {
    const settings = (change: object) => ({ settings: { ...messaging.users.get(ana.userId)!.settings, ...change } });
    const set = (change: TypingChange) => messaging.callError(setTyping, ana, change).catch(() => 'accepted');
    const direct = { type: 'direct', op: 'start', to: [ben.userId] } as const;
    const stream = { type: 'stream', op: 'start', to: [99], topic: 't' } as const;

    await messaging.changeUser(ana.userId, settings({ sendPrivateTypingNotifications: false }));
    expect(await set(direct)).toBe('User has disabled typing notifications for direct messages');
    expect(await set(stream)).toBe('Invalid stream ID');

    await messaging.changeUser(
      ana.userId,
      settings({ sendPrivateTypingNotifications: true, sendStreamTypingNotifications: false }),
    );
    expect(await set(direct)).toBe('accepted');
    expect(await set(stream)).toBe('User has disabled typing notifications for stream messages');
    await messaging.changeUser(ana.userId, settings({ sendStreamTypingNotifications: true }));
  });

  it.each([
    ['nobody', { type: 'direct', to: [] }, "Empty 'to' list"],
    ['an unknown user', { type: 'direct', to: [99] }, 'Invalid user ID 99'],
    ['no topic', { type: 'stream', to: [1] }, 'Missing topic'],
    ['an unknown stream', { type: 'stream', to: [99], topic: 't' }, 'Invalid stream ID'],
    ['two streams', { type: 'stream', to: [1, 2], topic: 't' }, 'Cannot send to multiple streams'],
  ])('is refused to %s', async (_, request, text) => {
    expect(await messaging.callError(setTyping, ana, { op: 'start', ...request } as TypingChange)).toBe(text);
  });
});
