import { createHash } from 'node:crypto';
import {
  ApiKeyChanged,
  ChangeUserAsOperator,
  deactivateUser,
  deleteSession,
  deleteSessions,
  deleteSessionsOfUser,
  listSessions,
  MAX_SESSIONS_PER_USER,
  Role,
  reactivateUser,
  SessionsEnded,
  updateOwnSettings,
  VerifySession,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'another good one';
const notLoggedIn = { code: 'UNAUTHORIZED', status: 401 };

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const signIn = (ana: TestUser, password = PASSWORD) => users.session(ana, password);
const verify = ({ tokenHash }: { tokenHash: string }, realmId = REALM_ID) =>
  users.ask(VerifySession, { realmId, tokenHash });
const person = () => users.person(Role.Member, { password: PASSWORD });
const list = async (ana: TestUser) => (await users.call(listSessions, ana, {})).sessions;

describe('a session', () => {
  it('is begun by a password and names its holder', async () => {
    const ana = await person();

    const session = await signIn(ana);

    const { sequence, state, usableForMs } = await verify(session);
    const { apiKey: _, ...principal } = ana;
    expect(state).toMatchObject({ ...principal, joinedAtSeconds: expect.any(Number), sessionId: session.sessionId });
    expect(sequence).toBeGreaterThan(0);
    expect(usableForMs).toBe(60_000);
    expect(session.lifetimeSeconds).toBe(7_776_000);
  });

  it('is not begun by a wrong password, which counts like one of POST /fetch_api_key', async () => {
    const ana = await person();

    for (let n = 0; n < 5; n++) await expect(signIn(ana, 'wrong')).rejects.toMatchObject({ status: 401 });

    await expect(signIn(ana)).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT', status: 429 });
    expect(await list(ana)).toEqual([]);
  });

  it('is not begun for a deactivated account', async () => {
    const ana = await person();
    await users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email: ana.email, isActive: false });

    await expect(signIn(ana)).rejects.toMatchObject({ code: 'USER_DEACTIVATED', status: 401 });
  });

  it('is valid in its realm only, and only with its token', async () => {
    const session = await signIn(await person());

    await expect(verify(session, REALM_ID + 1)).rejects.toMatchObject(notLoggedIn);
    await expect(verify({ tokenHash: hashOf('x') })).rejects.toMatchObject(notLoggedIn);
  });

  it('stands in the table by a hash only', async () => {
    const session = await signIn(await person());

    const [row] = await users.sql<Record<string, unknown>>('SELECT * FROM sessions WHERE session_id = $1', [
      session.sessionId,
    ]);

    expect(row?.['token_hash']).toEqual(Buffer.from(session.tokenHash, 'base64url'));
  });

  it.each([
    ['idle', 'last_used_at'],
    ['old', 'created_at'],
  ])('expires when it is %s', async (_, column) => {
    const ana = await person();
    const session = await signIn(ana);
    const seconds = column === 'created_at' ? 7_776_000 : 1_209_600;
    const setAge = (age: number) =>
      users.sql(`UPDATE sessions SET ${column} = now() - make_interval(secs => $2) WHERE session_id = $1`, [
        session.sessionId,
        age,
      ]);

    await setAge(seconds - 30);
    expect((await verify(session)).usableForMs).toBeGreaterThan(0);
    await setAge(seconds + 1);

    await expect(verify(session)).rejects.toMatchObject(notLoggedIn);
    expect(await list(ana)).toEqual([]);
  });

  it('is cached by gateways no longer than its lifetime', async () => {
    const session = await signIn(await person());
    await users.sql('UPDATE sessions SET created_at = now() - make_interval(secs => 7775990) WHERE session_id = $1', [
      session.sessionId,
    ]);

    expect((await verify(session)).usableForMs).toBeLessThanOrEqual(10_000);
  });

  it('records its use to the minute, without a write for each one', async () => {
    const session = await signIn(await person());
    const used = async () => {
      await verify(session);
      const [row] = await users.sql<{ version: string; age: number }>(
        'SELECT xmin::text AS version, extract(epoch FROM now() - last_used_at)::float8 AS age FROM sessions WHERE session_id = $1',
        [session.sessionId],
      );
      return row as { version: string; age: number };
    };
    const { version } = await used();
    expect((await used()).version).toBe(version);
    await users.sql(`UPDATE sessions SET last_used_at = now() - interval '1 hour' WHERE session_id = $1`, [
      session.sessionId,
    ]);

    expect((await used()).age).toBeLessThan(60);
  });

  it('replaces the least recently used session at the limit', async () => {
    const ana = await person();
    const first = await signIn(ana);
    await users.sql(
      `INSERT INTO sessions (realm_id, user_id, token_hash, kind, auth_method, device, ip_address)
       SELECT $1, $2, sha256(n::text::bytea), 'web', 'password', 'x', '::1' FROM generate_series(1, $3::integer) n`,
      [REALM_ID, ana.userId, MAX_SESSIONS_PER_USER],
    );

    const last = await signIn(ana);

    expect(await list(ana)).toHaveLength(MAX_SESSIONS_PER_USER);
    await expect(verify(first)).rejects.toMatchObject(notLoggedIn);
    expect((await verify(last)).state.userId).toBe(ana.userId);
  });
});

describe('the sessions of a user', () => {
  it('are listed with program, system, address and times', async () => {
    const ana = await person();
    const first = await signIn(ana);
    const second = await signIn(ana);

    const sessions = await list({ ...ana, sessionId: first.sessionId } as TestUser);

    expect(sessions.map(({ session_id }) => session_id)).toEqual([second.sessionId, first.sessionId]);
    expect(sessions.map(({ is_current }) => is_current)).toEqual([false, true]);
    expect(sessions[0]).toMatchObject({
      kind: 'web',
      auth_method: 'password',
      device: 'Firefox on Linux',
      ip_address: expect.stringMatching(/^10\.1\./),
      expires_at: (sessions[0]?.last_used_at ?? 0) + 1_209_600,
    });
  });

  it('end one at a time, with an event', async () => {
    const ana = await person();
    const [first, second] = [await signIn(ana), await signIn(ana)];

    const events = await users.eventsOf(() => users.call(deleteSession, ana, { sessionId: first.sessionId }));

    const payload = { userId: ana.userId, sessionIds: [first.sessionId] };
    expect(events).toEqual([{ type: SessionsEnded.type, payload }]);
    await expect(verify(first)).rejects.toMatchObject(notLoggedIn);
    expect((await verify(second)).state.userId).toBe(ana.userId);
    const again = users.call(deleteSession, ana, { sessionId: first.sessionId });
    await expect(again).rejects.toThrow('No such session');
  });

  it('are not those of others', async () => {
    const [ana, ben] = [await person(), await person()];
    const session = await signIn(ana);

    await expect(users.call(deleteSession, ben, { sessionId: session.sessionId })).rejects.toThrow('No such session');

    expect((await verify(session)).state.userId).toBe(ana.userId);
  });

  it('end all at once, without the current one and the API key unless they are asked for', async () => {
    const ana = await person();
    const [current, other] = [await signIn(ana), await signIn(ana)];
    const actor = { ...ana, sessionId: current.sessionId } as TestUser;

    await users.call(deleteSessions, actor, { keepCurrent: true, apiKey: false });
    await expect(verify(other)).rejects.toMatchObject(notLoggedIn);
    expect((await verify(current)).state.userId).toBe(ana.userId);

    const events = await users.eventsOf(() => users.call(deleteSessions, actor, { keepCurrent: false, apiKey: true }));
    await expect(verify(current)).rejects.toMatchObject(notLoggedIn);
    expect(events.map(({ type }) => type)).toEqual([SessionsEnded.type, ApiKeyChanged.type]);
  });

  it('are ended by administrators only', async () => {
    const [admin, ana] = [await users.person(Role.Administrator), await person()];
    const session = await signIn(ana);
    const end = (actor: TestUser) => users.call(deleteSessionsOfUser, actor, { userId: ana.userId });

    await expect(end(ana)).rejects.toThrow('Must be an organization administrator');
    await end(admin);

    await expect(verify(session)).rejects.toMatchObject(notLoggedIn);
    const nobody = users.call(deleteSessionsOfUser, admin, { userId: 999_999 });
    await expect(nobody).rejects.toThrow('No such user');
  });
});

describe('an end of credentials', () => {
  it('by deactivation lasts after a reactivation', async () => {
    const [admin, ana] = [await users.person(Role.Administrator), await person()];
    const session = await signIn(ana);

    const events = await users.eventsOf(() => users.call(deactivateUser, admin, { userId: ana.userId }));
    await users.call(reactivateUser, admin, { userId: ana.userId });

    expect(events.map(({ type }) => type)).toContain(SessionsEnded.type);
    await expect(verify(session)).rejects.toMatchObject(notLoggedIn);
  });

  it('by a new password spares only the session that sets it', async () => {
    const ana = await person();
    const [current, other] = [await signIn(ana), await signIn(ana)];
    const actor = { ...ana, sessionId: current.sessionId } as TestUser;

    await users.call(updateOwnSettings, actor, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD });

    await expect(verify(other)).rejects.toMatchObject(notLoggedIn);
    expect((await verify(current)).state.userId).toBe(ana.userId);
  });

  it('by the operator spares none', async () => {
    const ana = await person();
    const session = await signIn(ana);

    await users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email: ana.email, password: NEW_PASSWORD });

    await expect(verify(session)).rejects.toMatchObject(notLoggedIn);
  });

  it('at the time of a sign-in leaves no session behind', async () => {
    const [admin, ana] = [await users.person(Role.Administrator), await person()];
    const signIns = Array.from({ length: 6 }, () => signIn(ana).catch(() => undefined));

    await users.call(deactivateUser, admin, { userId: ana.userId });
    await Promise.all(signIns);

    const rows = await eventually(() => users.sql('SELECT 1 FROM sessions WHERE user_id = $1', [ana.userId]));
    expect(rows).toEqual([]);
  });
});
