import {
  ApiKeyChanged,
  type LoggedEvent,
  type Principal,
  RealmUpdated,
  SecondFactorChanged,
  SessionsEnded,
  type Stamped,
  UserUpdated,
  unauthorized,
} from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { CredentialCache } from './credential-cache.js';

const REALM = 1;

const principal = (userId: number, role: Principal['role'] = 400): Principal => ({
  realmId: REALM,
  userId,
  role,
  isBot: false,
  email: `${userId}@example.com`,
  fullName: 'N',
  joinedAtSeconds: 0,
});

const event = (sequence: number, userId: number, type = UserUpdated.type as string): LoggedEvent => ({
  service: 'users',
  realmId: REALM,
  sequence,
  follows: sequence - 1,
  logId: `${sequence}-0`,
  type,
  payload: { userId },
});

const replies = (...responses: Stamped<Principal>[]) => {
  let asked = 0;
  return {
    verify: async () => responses[asked++] as Stamped<Principal>,
    get asked() {
      return asked;
    },
  };
};

describe('CredentialCache', () => {
  it('looks credentials up once while they do not change', async () => {
    const cache = new CredentialCache();
    const service = replies({ sequence: 1, state: principal(7) });
    const entry = cache.entryFor(REALM, 'basic', 'Basic x');

    await Promise.all([cache.lookUp(entry, REALM, service.verify), cache.lookUp(entry, REALM, service.verify)]);

    expect(cache.get(entry)).toEqual(principal(7));
    expect(service.asked).toBe(1);
  });

  it('uses a caller no longer than the verification permits', async () => {
    const cache = new CredentialCache();
    const entry = cache.entryFor(REALM, 'session', 'x');
    const verified = { sequence: 1, state: principal(7) };

    await cache.lookUp(entry, REALM, async () => ({ ...verified, usableForMs: 60_000 }));
    expect(cache.get(entry)).toEqual(principal(7));
    await cache.lookUp(entry, REALM, async () => ({ ...verified, usableForMs: -1 }));
    expect(cache.get(entry)).toBeUndefined();
  });

  it.each([UserUpdated.type, ApiKeyChanged.type, SessionsEnded.type, SecondFactorChanged.type])(
    'forgets a user by %s, and no other user',
    async (type) => {
      const cache = new CredentialCache();
      for (const userId of [7, 8]) {
        await cache.lookUp(cache.entryFor(REALM, 'basic', `${userId}`), REALM, async () => ({
          sequence: 1,
          state: principal(userId),
        }));
      }

      cache.onEvent(event(2, 7, type));

      expect(cache.get(cache.entryFor(REALM, 'basic', '7'))).toBeUndefined();
      expect(cache.get(cache.entryFor(REALM, 'basic', '8'))).toEqual(principal(8));
    },
  );

  it.each([
    ['forgets', { secondFactorPolicy: 1 }, false],
    ['keeps', { name: 'Before' }, true],
  ])('%s the users of a realm after a change of %j', async (_, previous, isKept) => {
    const cache = new CredentialCache();
    const entry = cache.entryFor(REALM, 'session', 'x');
    await cache.lookUp(entry, REALM, async () => ({ sequence: 1, state: principal(7) }));

    const changed = event(1, 7, RealmUpdated.type);
    cache.onEvent({ ...changed, service: 'realm-settings', payload: { realm: {}, previous, actorId: null } });

    expect(cache.get(entry) !== undefined).toBe(isKept);
  });

  it('does not cache an old state if the change arrives during the lookup', async () => {
    const cache = new CredentialCache();
    const entry = cache.entryFor(REALM, 'basic', 'Basic x');
    const responses = [
      { sequence: 1, state: principal(7, 200) },
      { sequence: 2, state: principal(7, 400) },
    ];
    const verify = async () => {
      const reply = responses.shift() as Stamped<Principal>;
      if (reply.sequence === 1) cache.onEvent(event(2, 7));
      return reply;
    };

    expect(await cache.lookUp(entry, REALM, verify)).toMatchObject({ role: 400 });
    expect(cache.get(entry)).toMatchObject({ role: 400 });
  });

  it('caches a result that is newer than a change during the lookup', async () => {
    const cache = new CredentialCache();
    const entry = cache.entryFor(REALM, 'basic', 'Basic x');
    let asked = 0;
    const verify = async () => {
      asked++;
      cache.onEvent(event(2, 7));
      return { sequence: 2, state: principal(7) };
    };

    await cache.lookUp(entry, REALM, verify);

    expect(asked).toBe(1);
    expect(cache.get(entry)).toEqual(principal(7));
  });

  it('looks up again if the lookup failed during a change of a user', async () => {
    const cache = new CredentialCache();
    const entry = cache.entryFor(REALM, 'basic', 'Basic x');
    let asked = 0;
    const verify = async () => {
      if (++asked > 1) return { sequence: 2, state: principal(7) };
      cache.onEvent(event(2, 7));
      throw unauthorized('Account is deactivated');
    };

    expect(await cache.lookUp(entry, REALM, verify)).toEqual(principal(7));
  });

  it('forgets the callers of a realm, and repeats its current lookups', async () => {
    const cache = new CredentialCache();
    const [entry, other] = [cache.entryFor(REALM, 'basic', 'Basic x'), cache.entryFor(REALM + 1, 'basic', 'Basic x')];
    const otherPrincipal = { ...principal(8), realmId: REALM + 1 };
    await cache.lookUp(other, REALM + 1, async () => ({ sequence: 1, state: otherPrincipal }));
    let asked = 0;
    await cache.lookUp(entry, REALM, async () => {
      if (++asked === 1) cache.forgetRealms((realmId) => realmId === REALM);
      return { sequence: 1, state: principal(7) };
    });
    expect(asked).toBe(2);

    cache.forgetRealms((realmId) => realmId === REALM);

    expect(cache.get(entry)).toBeUndefined();
    expect(cache.get(other)).toEqual(otherPrincipal);
  });

  it('does not cache a failure', async () => {
    const cache = new CredentialCache();
    const entry = cache.entryFor(REALM, 'basic', 'Basic x');
    await expect(cache.lookUp(entry, REALM, () => Promise.reject(unauthorized('Invalid API key')))).rejects.toThrow();

    await cache.lookUp(entry, REALM, async () => ({ sequence: 1, state: principal(7) }));

    expect(cache.get(entry)).toEqual(principal(7));
  });

  it('gives up if the user changes again and again', async () => {
    const cache = new CredentialCache();
    let sequence = 1;
    const verify = async () => {
      cache.onEvent(event(++sequence, 7));
      return { sequence: sequence - 1, state: principal(7) };
    };

    await expect(cache.lookUp('e', REALM, verify)).rejects.toMatchObject({ status: 503 });
  });

  it('forgets the whole realm after a gap in the events', async () => {
    const cache = new CredentialCache();
    const entry = cache.entryFor(REALM, 'basic', 'Basic x');
    cache.onEvent(event(1, 99));
    await cache.lookUp(entry, REALM, async () => ({ sequence: 1, state: principal(7) }));

    cache.onEvent(event(3, 99));

    expect(cache.get(entry)).toBeUndefined();
  });

  it('evicts the least recently used entry beyond its size', async () => {
    const cache = new CredentialCache(2);
    for (const userId of [1, 2])
      await cache.lookUp(`${userId}`, REALM, async () => ({ sequence: 1, state: principal(userId) }));
    cache.get('1');

    await cache.lookUp('3', REALM, async () => ({ sequence: 1, state: principal(3) }));

    expect([cache.get('1'), cache.get('2'), cache.get('3')].map((found) => found?.userId)).toEqual([1, undefined, 3]);
    expect(cache.size).toBe(2);
  });

  it('finds an entry by header and realm, and stores neither', () => {
    const cache = new CredentialCache();

    expect(cache.entryFor(1, 'basic', 'Basic x')).toBe(cache.entryFor(1, 'basic', 'Basic x'));
    expect(cache.entryFor(1, 'basic', 'Basic x')).not.toBe(cache.entryFor(1, 'session', 'Basic x'));
    expect(cache.entryFor(1, 'basic', 'Basic x')).not.toBe(cache.entryFor(2, 'basic', 'Basic x'));
    expect(cache.entryFor(1, 'basic', 'Basic x')).not.toBe(new CredentialCache().entryFor(1, 'basic', 'Basic x'));
  });
});
