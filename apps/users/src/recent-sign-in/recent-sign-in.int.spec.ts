import { type Principal, ReplaceOwnApiKey, Role, ShowOwnApiKey } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const PASSWORD = 'correct horse battery';
const tooLongAgo = { code: 'REAUTHENTICATION_REQUIRED', status: 401 };

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start();
});
afterAll(() => users.stop());

const person = () => users.person(Role.Member, { password: PASSWORD });
const principalOf = ({ apiKey: _, ...principal }: TestUser): Principal => principal;

/** The person as the caller of a request with a new session. */
async function signedIn(ana: TestUser): Promise<Principal & { sessionId: number }> {
  const { sessionId } = await users.session(ana, PASSWORD);
  return { ...principalOf(ana), sessionId };
}

describe('the own API key', () => {
  it('is shown within ten minutes of the sign-in', async () => {
    const ana = await person();

    expect(await users.ask(ShowOwnApiKey, { actor: await signedIn(ana) })).toEqual({ apiKey: ana.apiKey });
  });

  it('is not shown later without the password', async () => {
    const ana = await person();
    const actor = await signedIn(ana);
    await users.sql(`UPDATE sessions SET created_at = now() - interval '10 minutes' WHERE session_id = $1`, [
      actor.sessionId,
    ]);

    await expect(users.ask(ShowOwnApiKey, { actor })).rejects.toMatchObject(tooLongAgo);
    await expect(users.ask(ShowOwnApiKey, { actor, password: 'wrong' })).rejects.toThrow('Password is incorrect.');
    expect(await users.ask(ShowOwnApiKey, { actor, password: PASSWORD })).toEqual({ apiKey: ana.apiKey });
  });

  it('is not shown to a caller with the key alone, or with the session of another person', async () => {
    const [ana, ben] = [await person(), await person()];
    const { sessionId } = await signedIn(ben);

    await expect(users.ask(ShowOwnApiKey, { actor: principalOf(ana) })).rejects.toMatchObject(tooLongAgo);
    await expect(users.ask(ShowOwnApiKey, { actor: { ...principalOf(ana), sessionId } })).rejects.toMatchObject(
      tooLongAgo,
    );
  });

  it('is replaced', async () => {
    const ana = await person();
    const actor = await signedIn(ana);

    const { apiKey } = await users.ask(ReplaceOwnApiKey, { actor });

    expect(apiKey).not.toBe(ana.apiKey);
    expect(await users.ask(ShowOwnApiKey, { actor })).toEqual({ apiKey });
  });

  it('is not replaced without a proof', async () => {
    const ana = await person();

    await expect(users.ask(ReplaceOwnApiKey, { actor: principalOf(ana) })).rejects.toMatchObject(tooLongAgo);
    const shown = await users.ask(ShowOwnApiKey, { actor: await signedIn(ana) });
    expect(shown).toEqual({ apiKey: ana.apiKey });
  });

  it('limits wrong passwords together with sign-ins', async () => {
    const actor = principalOf(await person());
    for (let n = 0; n < 5; n++) {
      await expect(users.ask(ShowOwnApiKey, { actor, password: 'wrong' })).rejects.toThrow('Password is incorrect.');
    }

    await expect(users.ask(ShowOwnApiKey, { actor, password: PASSWORD })).rejects.toMatchObject({ status: 429 });
  });
});
