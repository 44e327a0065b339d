import { randomBytes } from 'node:crypto';
import {
  API_KEY_LENGTH,
  deactivateUser,
  deleteSession,
  deleteSessions,
  deleteSessionsOfUser,
  listSessions,
  Role,
  reactivateUser,
  regenerateApiKey,
  SessionsEnded,
  updateOwnSettings,
  VerifyCredentials,
  VerifySession,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const PASSWORD = 'correct horse battery';
const invalid = { code: 'UNAUTHORIZED', status: 401, message: 'Invalid API key' };

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());

const person = () => users.person(Role.Member, { password: PASSWORD });
const issue = (ana: TestUser) => users.deviceKey(ana, PASSWORD);
const verify = (email: string, apiKey: string, acceptsDeviceKeys = true) =>
  users.ask(VerifyCredentials, { realmId: REALM_ID, email, apiKey, acceptsDeviceKeys });
const list = async (ana: TestUser) => (await users.call(listSessions, ana, {})).sessions;

/** The person as the caller of a request with the device key. */
async function asDevice(ana: TestUser, apiKey: string): Promise<TestUser> {
  return { ...ana, ...(await verify(ana.email, apiKey)).state };
}

describe('a device key', () => {
  it('names its owner by the real or the API address, for a minute at a time', async () => {
    const ana = await person();
    await users.call(updateOwnSettings, ana, { emailAddressVisibility: 5 });

    const { apiKey, email, userId } = await issue(ana);

    expect({ email, userId }).toEqual({ email: ana.email, userId: ana.userId });
    expect(apiKey).toMatch(/^[A-Za-z0-9]+$/);
    expect(apiKey).toHaveLength(API_KEY_LENGTH);
    const { state, usableForMs } = await verify(ana.email.toUpperCase(), apiKey);
    expect([state.userId, usableForMs]).toEqual([ana.userId, 60_000]);
    expect(await verify(state.email, apiKey)).toMatchObject({ state });
    expect(state.email).not.toBe(ana.email);
  });

  it('is not a key of another person, another realm or a gateway of 0.1.0, nor a session', async () => {
    const [ana, ben] = [await person(), await person()];
    const { apiKey } = await issue(ana);

    await expect(verify(ben.email, apiKey)).rejects.toMatchObject(invalid);
    await expect(verify(ana.email, 'x'.repeat(API_KEY_LENGTH))).rejects.toMatchObject(invalid);
    await expect(verify(ana.email, apiKey, false)).rejects.toMatchObject(invalid);
    const elsewhere = { realmId: REALM_ID + 1, email: ana.email, apiKey, acceptsDeviceKeys: true };
    await expect(users.ask(VerifyCredentials, elsewhere)).rejects.toMatchObject(invalid);
    const [row] = await users.sql<{ token_hash: Buffer }>('SELECT token_hash FROM sessions WHERE user_id = $1', [
      ana.userId,
    ]);
    const tokenHash = row?.token_hash.toString('base64url') ?? '';
    await expect(users.ask(VerifySession, { realmId: REALM_ID, tokenHash })).rejects.toMatchObject({ status: 401 });
  });

  it('is one of its own for each device, stored by a hash only, and listed among the sessions', async () => {
    const ana = await person();
    const [first, second] = [await issue(ana), await issue(ana)];
    const session = await users.session(ana, PASSWORD);

    expect(new Set([first.apiKey, second.apiKey, ana.apiKey]).size).toBe(3);
    const sessions = await list(await asDevice(ana, second.apiKey));
    expect(sessions.map(({ kind }) => kind)).toEqual(['web', 'mobile', 'mobile']);
    expect(sessions.map(({ expires_at }) => expires_at)).toEqual([expect.any(Number), null, null]);
    expect(sessions.map(({ is_current }) => is_current)).toEqual([false, true, false]);
    expect(sessions[1]).toMatchObject({ auth_method: 'password', device: 'Firefox on Linux' });
    const rows = JSON.stringify(await users.sql('SELECT * FROM sessions WHERE user_id = $1', [ana.userId]));
    for (const { apiKey } of [first, second]) expect(rows).not.toContain(apiKey);
    expect(session.sessionId).toBe(sessions[0]?.session_id);
  });

  it('does not expire, also when other sessions are cleared away', async () => {
    const ana = await person();
    const { apiKey } = await issue(ana);
    await users.sql(`UPDATE sessions SET created_at = '2020-01-01', last_used_at = '2020-01-01' WHERE user_id = $1`, [
      ana.userId,
    ]);

    await users.session(ana, PASSWORD);

    expect((await verify(ana.email, apiKey)).state.userId).toBe(ana.userId);
    const [, device] = await list(ana);
    expect(device?.last_used_at).toBeGreaterThan(Date.now() / 1_000 - 600);
  });
});

describe('the end of a device key', () => {
  it.each([
    ['alone', (ana: TestUser, sessionId: number) => users.call(deleteSession, ana, { sessionId })],
    [
      'with the other sessions',
      (ana: TestUser) => users.call(deleteSessions, ana, { keepCurrent: true, apiKey: false }),
    ],
    ['by a new API key', (ana: TestUser) => users.call(regenerateApiKey, ana, {})],
    [
      'by an administrator',
      async ({ userId }: TestUser) =>
        users.call(deleteSessionsOfUser, await users.person(Role.Administrator), { userId }),
    ],
    [
      'by a new password',
      (ana: TestUser) =>
        users.call(updateOwnSettings, ana, { oldPassword: PASSWORD, newPassword: randomBytes(12).toString('hex') }),
    ],
    [
      'by the deactivation of the account, also after a reactivation',
      async ({ userId }: TestUser) => {
        const admin = await users.person(Role.Administrator);
        await users.call(deactivateUser, admin, { userId });
        await users.call(reactivateUser, admin, { userId });
      },
    ],
  ])('comes %s, with the event', async (_, end: (ana: TestUser, sessionId: number) => Promise<unknown>) => {
    const ana = await person();
    const { apiKey } = await issue(ana);
    const [device] = await list(ana);
    const sessionId = device?.session_id ?? 0;

    const events = await users.eventsOf(() => end(ana, sessionId));

    expect(events).toContainEqual({
      type: SessionsEnded.type,
      payload: { userId: ana.userId, sessionIds: [sessionId] },
    });
    await expect(verify(ana.email, apiKey)).rejects.toMatchObject(invalid);
  });

  it('does not come to the device that ends the others, nor to the API key', async () => {
    const ana = await person();
    const [current, other] = [await issue(ana), await issue(ana)];

    const device = await asDevice(ana, current.apiKey);
    await users.call(deleteSessions, device, { keepCurrent: true, apiKey: false });

    await expect(verify(ana.email, other.apiKey)).rejects.toMatchObject(invalid);
    for (const key of [current.apiKey, ana.apiKey]) {
      expect((await verify(ana.email, key)).state.userId).toBe(ana.userId);
    }
  });

  it('does not come with the end of another one, or of another person', async () => {
    const [ana, ben] = [await person(), await person()];
    const [first, second] = [await issue(ana), await issue(ana)];
    const [newest] = await list(ana);

    await expect(users.call(deleteSession, ben, { sessionId: newest?.session_id ?? 0 })).rejects.toThrow(
      'No such session',
    );
    await users.call(deleteSession, ana, { sessionId: newest?.session_id ?? 0 });

    expect((await verify(ana.email, first.apiKey)).state.userId).toBe(ana.userId);
    await expect(verify(ana.email, second.apiKey)).rejects.toMatchObject(invalid);
  });
});
