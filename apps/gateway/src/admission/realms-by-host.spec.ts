import {
  type LoggedEvent,
  RealmCreated,
  type RealmRecord,
  RealmUpdated,
  type RealmUpdatedPayload,
} from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { hostName, RealmsByHost } from './realms-by-host.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('RealmsByHost', () => {
  const start = (reply: (host: string) => Promise<number>) => {
    const clock = { nowMs: 0 };
    const asked: string[] = [];
    const realms = new RealmsByHost(
      async (host) => {
        asked.push(host);
        return { realmId: await reply(host), isDeactivated: false };
      },
      () => clock.nowMs,
    );
    return { realms, asked, clock };
  };

  it('sends one request for simultaneous lookups, and no further one while the entry is fresh', async () => {
    const { realms, asked } = start(async () => 1);

    await Promise.all([realms.realmOf('a.example'), realms.realmOf('A.example:9991')]);
    void realms.realmOf('a.example');

    expect(asked).toEqual(['a.example']);
  });

  it('returns an older entry at once and refreshes it in the background', async () => {
    let realmId = 1;
    const { realms, asked, clock } = start(async () => realmId);
    await realms.realmOf('a');
    realmId = 2;
    clock.nowMs = 2_000;

    expect(realms.realmOf('a')).toMatchObject({ realmId: 1 });
    await settled();

    expect(realms.realmOf('a')).toMatchObject({ realmId: 2 });
    expect(asked).toHaveLength(2);
  });

  it('asks again for every host after a realm was created', async () => {
    const { realms, asked } = start(async () => 1);
    await realms.realmOf('new.example');

    realms.onEvent({ ...RealmCreated.of({ realm: {} as RealmRecord }), realmId: 2 } as LoggedEvent);
    await realms.realmOf('new.example');

    expect(asked).toHaveLength(2);
  });

  it('uses the last entry while realm-settings is away, and rejects for an unknown host', async () => {
    let isAway = false;
    const { realms, clock } = start(async () => {
      if (isAway) throw new Error('away');
      return 1;
    });
    await realms.realmOf('a');
    isAway = true;
    clock.nowMs = 60_000;
    void realms.realmOf('a');
    await settled();

    expect(realms.realmOf('a')).toMatchObject({ realmId: 1 });
    await expect(realms.realmOf('b')).rejects.toThrow('away');
  });

  const realmUpdated = (realmId: number, isDeactivated: boolean) =>
    ({ ...RealmUpdated.of({ realm: { isDeactivated } } as RealmUpdatedPayload), realmId }) as LoggedEvent;

  it('applies events of the log, also to realm objects that requests hold', async () => {
    const { realms } = start(async () => 1);
    const realm = await realms.realmOf('a');

    realms.onEvent(realmUpdated(2, true));
    expect(realm.isDeactivated).toBe(false);
    realms.onEvent(realmUpdated(1, true));

    expect(realm.isDeactivated).toBe(true);
    expect(realms.realmOf('a')).toMatchObject({ isDeactivated: true });
    realms.onEvent(realmUpdated(1, false));
    expect(realms.realmOf('a')).toMatchObject({ isDeactivated: false });
  });

  it('ignores a reply that is older than an event during the lookup', async () => {
    let reply = (_: number) => {};
    const { realms } = start(
      () =>
        new Promise((resolve) => {
          reply = resolve;
        }),
    );
    const asked = realms.realmOf('a');

    realms.onEvent(realmUpdated(1, true));
    reply(1);

    expect(await asked).toMatchObject({ isDeactivated: true });
  });

  it('looks up a realm again after its log began anew, also if the reply was under way', async () => {
    const { realms, asked } = start(async (host) => (host === 'a' ? 1 : 2));
    await Promise.all([realms.realmOf('a'), realms.realmOf('b')]);

    realms.forgetRealms((realmId) => realmId === 1);
    await Promise.all([realms.realmOf('a'), realms.realmOf('b')]);
    expect(asked).toEqual(['a', 'b', 'a']);

    realms.forgetRealms((realmId) => realmId === 1);
    const early = realms.realmOf('a');
    realms.forgetRealms((realmId) => realmId === 1);
    await early;
    await realms.realmOf('a');
    expect(asked).toEqual(['a', 'b', 'a', 'a', 'a']);
  });

  it('caches a bounded number of hosts', async () => {
    const { realms, asked } = start(async () => 1);
    for (let host = 0; host < 1_001; host++) await realms.realmOf(`h${host}`);

    await realms.realmOf('h1000');
    await realms.realmOf('h0');

    expect(asked).toHaveLength(1_002);
  });
});

describe('hostName', () => {
  it.each([
    ['Chat.Example.com:9991', 'chat.example.com'],
    ['[::1]:9991', '[::1]'],
    [undefined, ''],
    ['a b', ''],
    ["';--", ''],
    ['x'.repeat(300), ''],
  ])('%j is %j', (header, expected) => {
    expect(hostName(header)).toBe(expected);
  });
});
