import {
  badImage,
  FindUsedAvatars,
  fileTooLarge,
  ReadAvatar,
  RealmUpdated,
  RequireAvatarChanges,
  Role,
  removeAvatar,
  SetAvatar,
  StoreAvatar,
  UserUpdated,
} from '@chat/contracts';
import { NEW_TOKEN } from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';
import { AvatarMove } from './avatar-move.job.js';

let users: UsersUnderTest;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
  ana = await users.person(Role.Member);
});
afterAll(() => users.stop());

describe('an avatar that a gateway of the former release uploads', () => {
  const image = Buffer.from('a picture');
  const upload = () => users.ask(StoreAvatar, { actor: ana, image: image.toString('base64') });
  afterEach(() => {
    users.images.refusal = undefined;
  });

  it('is made by the files service, and removed', async () => {
    const { avatarUrl } = await upload();

    expect(avatarUrl).toBe(`/user_avatars/${ana.userId}/${NEW_TOKEN}.png?version=2`);
    expect(users.images.stored.get(`${REALM_ID}/avatar/${NEW_TOKEN}/image.png`)).toEqual(image);
    expect((await users.call(removeAvatar, ana, {})).avatar_url).toContain('d=identicon');
  });

  it.each([
    ['no picture', badImage()],
    ['too large', fileTooLarge(5)],
  ])('is refused if it is %s for the files service, with nothing changed', async (_, refusal) => {
    const before = await users.events();
    users.images.refusal = refusal;

    await expect(upload()).rejects.toMatchObject({ code: refusal.code, message: refusal.message });
    expect(await users.events()).toEqual(before);
  });
});

describe('an avatar in the files service', () => {
  const token = 'ab'.repeat(16);

  it('is set, published and named as used', async () => {
    const ben = await users.person(Role.Member);

    await users.ask(RequireAvatarChanges, { actor: ben });
    const { avatarUrl } = await users.ask(SetAvatar, { actor: ben, token });

    expect(avatarUrl).toBe(`/user_avatars/${ben.userId}/${token}.png?version=2`);
    expect((await users.published(UserUpdated)).at(-1)).toMatchObject({ user: { avatarToken: token } });
    const asked = { realmId: REALM_ID, tokens: [token, 'cd'.repeat(16)] };
    expect(await users.ask(FindUsedAvatars, asked)).toEqual({ used: [token] });
    await users.call(removeAvatar, ben, {});
    expect(await users.ask(FindUsedAvatars, asked)).toEqual({ used: [] });
  });

  it('is read by a gateway of the former release', async () => {
    users.images.stored.set(`${REALM_ID}/avatar/${token}/small.png`, Buffer.from('picture'));

    expect(await users.ask(ReadAvatar, { token, size: 'small' })).toEqual({
      image: Buffer.from('picture').toString('base64'),
    });
    expect(await users.ask(ReadAvatar, { token, size: 'medium' })).toBeNull();
  });
});

describe('avatars of the former release', () => {
  const insert = (userId: number, token: string, size: string) =>
    users.connections.query('INSERT INTO avatar (token, size, user_id, png) VALUES ($1, $2, $3, $4)', [
      ...[token, size, userId, Buffer.from(`${token} ${size}`)],
    ]);
  const run = (replica = 0) => users.replicas[replica]?.app.get(AvatarMove).run() ?? Promise.reject();

  it('are read until they are removed', async () => {
    const token = '9'.repeat(32);
    await insert(ana.userId, token, 'medium');

    const image = Buffer.from(`${token} medium`).toString('base64');
    expect(await users.ask(ReadAvatar, { token, size: 'medium' })).toEqual({ image });
    await users.call(removeAvatar, ana, {});
    expect(await users.ask(ReadAvatar, { token, size: 'medium' })).toBeNull();
  });

  it('are moved further after the move broke off, each once for the reader', async () => {
    for (let n = 0; n < 4; n++) {
      const { userId } = await users.person(Role.Member);
      for (const size of ['small', 'medium']) await insert(userId, `${n}`.repeat(32), size);
    }
    users.images.stored.clear();
    users.images.acceptsUntilFailure = 3;

    await expect(run()).rejects.toMatchObject({ status: 503 });
    expect(users.images.stored.size).toBe(3);
    users.images.acceptsUntilFailure = Number.POSITIVE_INFINITY;
    await Promise.all([run(0), run(1)]);

    const { rows } = await users.connections.query(
      `SELECT account.realm_id || '/avatar/' || token || '/' || size || '.png' AS key, png, is_moved
       FROM avatar JOIN account USING (user_id)`,
    );
    expect(rows).toHaveLength(8);
    for (const { key, png, is_moved: isMoved } of rows) {
      expect([isMoved, users.images.stored.get(key)?.equals(png)]).toEqual([true, true]);
    }
    expect(await run()).toBe(0);
  });
});

describe('changes of avatars that the realm forbids', () => {
  it('are refused to members before and after the upload', async () => {
    const administrator = await users.person(Role.Administrator);
    users.realm = { ...TEST_REALM, avatarChangesDisabled: true };
    await users.publish('realm-settings', RealmUpdated.of({ realm: users.realm, previous: {}, actorId: null }));

    const message = 'Avatar changes are disabled in this organization.';
    await expect(users.ask(RequireAvatarChanges, { actor: ana })).rejects.toThrow(message);
    await expect(users.ask(SetAvatar, { actor: ana, token: 'ef'.repeat(16) })).rejects.toThrow(message);
    await users.ask(RequireAvatarChanges, { actor: administrator });
  });
});
