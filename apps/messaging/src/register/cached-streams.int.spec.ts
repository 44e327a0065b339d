import {
  archiveStream,
  GetMessagingRegisterState,
  type Principal,
  type RegisterState,
  updateStream,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscribe } from '../testing/requests.js';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let owner: Principal;
let ben: Principal;
let guest: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  owner = await messaging.addUser({ fullName: 'Olga', role: 100 });
  ben = await messaging.addUser({ fullName: 'Ben' });
  guest = await messaging.addUser({ fullName: 'Gus', role: 600 });
}, 60_000);
afterAll(() => messaging?.close());

const ask = (actor: Principal, knownBlocks?: string[]): Promise<RegisterState> =>
  messaging.request(GetMessagingRegisterState, {
    ...{ actor, fetchEventTypes: ['stream', 'subscription', 'default_streams'], knownBlocks },
    ...{ clientExtavatar: true, includeSubscribers: true, slimPresence: true },
    capabilities: { notificationSettingsNull: true } as GetMessagingRegisterState['capabilities'],
  });

type Named = { readonly name: string; readonly description: string };
const streamsOf = async (actor: Principal) => (await ask(actor)).state['streams'] as Named[];
const namesOf = async (actor: Principal) => (await streamsOf(actor)).map(({ name }) => name);
const idOf = async (name: string) => {
  const streams = (await ask(owner)).state['streams'] as { name: string; stream_id: number }[];
  return streams.find((stream) => stream.name === name)?.stream_id as number;
};

/** `streams` from an answer in blocks, with those that were known. */
function fromBlocks({ state, shared }: RegisterState, known: ReadonlyMap<string, readonly unknown[]>): unknown[] {
  expect(state).not.toHaveProperty('streams');
  const entries = shared?.lists['streams'] ?? [];
  return entries.flatMap((entry) =>
    typeof entry === 'string' ? (shared?.blocks[entry] ?? (known.get(entry) as unknown[])) : entry,
  );
}

describe('the streams of a registration', () => {
  it('are current, independent of the cache', async () => {
    await subscribe(messaging, owner, ['Alpha', 'Beta']);
    expect(await namesOf(ben)).toEqual(['Alpha', 'Beta']);

    await subscribe(messaging, owner, ['Gamma']);
    expect(await namesOf(ben)).toEqual(['Alpha', 'Beta', 'Gamma']);

    await messaging.call(updateStream, owner, { streamId: await idOf('Gamma'), newName: 'Aardvark' });
    expect(await namesOf(ben)).toEqual(['Aardvark', 'Alpha', 'Beta']);

    await messaging.call(updateStream, owner, { streamId: await idOf('Beta'), description: 'Second' });
    expect((await streamsOf(ben))[2]).toMatchObject({ name: 'Beta', description: 'Second' });

    await messaging.sql.query('UPDATE streams SET weekly_traffic = 7');
    const { never_subscribed: never } = (await ask(ben)).state;
    expect(never).toMatchObject([
      { stream_weekly_traffic: 7 },
      { stream_weekly_traffic: 7 },
      { stream_weekly_traffic: 7 },
    ]);

    await messaging.call(archiveStream, owner, { streamId: await idOf('Alpha') });
    expect(await namesOf(ben)).toEqual(['Aardvark', 'Beta']);
  });

  it('are the same in blocks, for readers that see different streams', async () => {
    await subscribe(messaging, owner, ['hidden'], { properties: { isPrivate: true } });
    await subscribe(messaging, owner, ['shown'], { principals: [guest.userId] });
    const known = new Map<string, readonly unknown[]>();
    for (const actor of [owner, ben, guest, ben]) {
      const whole = await ask(actor);

      const first = await ask(actor, [...known.keys()]);
      for (const [name, elements] of Object.entries(first.shared?.blocks ?? {})) known.set(name, elements);
      const again = await ask(actor, [...known.keys()]);

      expect(fromBlocks(first, known)).toEqual(whole.state['streams']);
      expect(fromBlocks(again, known)).toEqual(whole.state['streams']);
      expect(again.shared?.blocks).toEqual({});
      const { streams: _, ...others } = whole.state;
      expect(again.state).toEqual(others);
    }
    expect((await namesOf(ben)).includes('hidden')).toBe(false);
  });
});
