import { type LoggedEvent, RealmUpdated, type RealmUpdatedPayload } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { hostName, RealmDirectory } from './realm-directory.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('RealmDirectory', () => {
  const start = (answer: (host: string) => Promise<number>) => {
    const clock = { nowMs: 0 };
    const asked: string[] = [];
    const directory = new RealmDirectory(
      async (host) => {
        asked.push(host);
        return { realmId: await answer(host), isDeactivated: false };
      },
      () => clock.nowMs,
    );
    return { directory, asked, clock };
  };

  it('asks once for requests that come together, and not again while the answer is fresh', async () => {
    const { directory, asked } = start(async () => 1);

    await Promise.all([directory.realmOf('a.example'), directory.realmOf('A.example:9991')]);
    void directory.realmOf('a.example');

    expect(asked).toEqual(['a.example']);
  });

  it('answers at once and asks in the background when the answer is older', async () => {
    let realmId = 1;
    const { directory, asked, clock } = start(async () => realmId);
    await directory.realmOf('a');
    realmId = 2;
    clock.nowMs = 2_000;

    expect(directory.realmOf('a')).toMatchObject({ realmId: 1 });
    await settled();

    expect(directory.realmOf('a')).toMatchObject({ realmId: 2 });
    expect(asked).toHaveLength(2);
  });

  it('goes on with the last answer while the owner is away, and refuses when it never had one', async () => {
    let isAway = false;
    const { directory, clock } = start(async () => {
      if (isAway) throw new Error('away');
      return 1;
    });
    await directory.realmOf('a');
    isAway = true;
    clock.nowMs = 60_000;
    void directory.realmOf('a');
    await settled();

    expect(directory.realmOf('a')).toMatchObject({ realmId: 1 });
    await expect(directory.realmOf('b')).rejects.toThrow('away');
  });

  const realmUpdated = (realmId: number, isDeactivated: boolean) =>
    ({ ...RealmUpdated.of({ realm: { isDeactivated } } as RealmUpdatedPayload), realmId }) as LoggedEvent;

  it('knows what the log tells, also who holds the realm already', async () => {
    const { directory } = start(async () => 1);
    const realm = await directory.realmOf('a');

    directory.onEvent(realmUpdated(2, true));
    expect(realm.isDeactivated).toBe(false);
    directory.onEvent(realmUpdated(1, true));

    expect(realm.isDeactivated).toBe(true);
    expect(directory.realmOf('a')).toMatchObject({ isDeactivated: true });
    directory.onEvent(realmUpdated(1, false));
    expect(directory.realmOf('a')).toMatchObject({ isDeactivated: false });
  });

  it('does not believe an answer that is older than what the log told meanwhile', async () => {
    let answer = (_: number) => {};
    const { directory } = start(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const asked = directory.realmOf('a');

    directory.onEvent(realmUpdated(1, true));
    answer(1);

    expect(await asked).toMatchObject({ isDeactivated: true });
  });

  it('remembers a bounded number of the hosts that clients may invent', async () => {
    const { directory, asked } = start(async () => 1);
    for (let host = 0; host < 1_001; host++) await directory.realmOf(`h${host}`);

    await directory.realmOf('h1000');
    await directory.realmOf('h0');

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
