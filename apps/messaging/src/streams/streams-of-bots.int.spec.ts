import { FindStreamsByName, FindVisibleStreams, type MessageSentPayload, type Principal } from '@chat/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sendAs, sendError, subscribe } from '../testing/requests.js';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let bot: Principal;
let ids: { open: number; secret: number };
beforeAll(async () => {
  messaging = await TestMessaging.start();
  ana = await messaging.addUser({ fullName: 'Ana' });
  ben = await messaging.addUser({ fullName: 'Ben' });
  await subscribe(messaging, ana, ['open']);
  await subscribe(messaging, ana, ['secret'], { properties: { isPrivate: true } });
  const actor = ana;
  const names = ['Open', 'secret'];
  const { streams } = await messaging.request(FindStreamsByName, { actor, viewerIds: [actor.userId], names });
  const [open, secret] = streams.map(({ id }) => id) as [number, number];
  ids = { open, secret };
  const sendingStream = { id: open, name: 'open' };
  const botDefaults = { sendingStream, eventsRegisterStream: null, allPublicStreams: false };
  bot = await messaging.addUser({ isBot: true, botType: 1, botOwnerId: ana.userId, botDefaults });
}, 60_000);
afterAll(() => messaging?.close());

it('a stream is found by a name that the caller and a viewer see', async () => {
  const find = (actor: Principal, viewer: Principal, name: string) =>
    messaging.request(FindStreamsByName, { actor, viewerIds: [viewer.userId], names: [name] });

  expect(await find(ana, ana, 'secret')).toEqual({ streams: [{ id: ids.secret, name: 'secret' }] });
  for (const [actor, viewer, name] of [
    [ben, ana, 'secret'],
    [ana, ben, 'secret'],
    [ana, ana, 'nowhere'],
  ] as const) {
    await expect(find(actor, viewer, name)).rejects.toThrow(`Invalid stream name '${name}'`);
  }
});

it('only streams that one of the viewers sees are visible', async () => {
  const visibleTo = async (...viewers: Principal[]) => {
    const viewerIds = viewers.map(({ userId }) => userId);
    const request = { realmId: ana.realmId, viewerIds, streamIds: [ids.open, ids.secret, 999_999] };
    return (await messaging.request(FindVisibleStreams, request)).streams.map(({ name }) => name);
  };

  expect(await visibleTo(ben)).toEqual(['open']);
  expect(await visibleTo(ben, ana)).toEqual(['open', 'secret']);
});

it('a stream message of a bot without an address goes to its default stream', async () => {
  const message = { type: 'stream' as const, topic: 'alerts', content: 'Disk full' };
  const { id } = await sendAs(messaging, { ...message, sender: bot });

  const events = (await messaging.events()).map(({ payload }) => payload as MessageSentPayload);
  expect(events.find(({ messageId }) => messageId === id)?.recipient).toMatchObject({ streamId: ids.open });
  expect(await sendError(messaging, { ...message, sender: ben })).toBe("Missing 'to' argument");
  expect(await sendError(messaging, { ...message, type: 'direct', sender: bot })).toBe("Missing 'to' argument");
});
