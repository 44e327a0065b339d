import {
  FindUsedAvatars,
  ReadAvatar,
  RealmUpdated,
  RequireAvatarChanges,
  Role,
  removeAvatar,
  SetAvatar,
  StoreAvatar,
  UserUpdated,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';
import { AvatarMove } from './avatar-move.job.js';

let users: UsersUnderTest;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
  ana = await users.person(Role.Member);
});
afterAll(() => users.stop());

describe('an avatar', () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();

  it('is cut square, served under an unguessable address, and removed', async () => {
    const image = (await picture(640, 300)).toString('base64');

    const { avatarUrl } = await users.ask(StoreAvatar, { actor: ana, image });
    const [, token = ''] = /^\/user_avatars\/\d+\/([0-9a-f]{32})\.png\?version=2$/.exec(avatarUrl) ?? [];
    const served = await users.ask(ReadAvatar, { token, size: 'medium' });

    const { width, height, format } = await sharp(Buffer.from(served?.image ?? '', 'base64')).metadata();
    expect({ width, height, format }).toEqual({ width: 500, height: 500, format: 'png' });
    expect((await users.call(removeAvatar, ana, {})).avatar_url).toContain('d=identicon');
    expect(await users.ask(ReadAvatar, { token, size: 'small' })).toBeNull();
  });

  it.each([
    ['text', Buffer.from('hello')],
    ['a vector graphic', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['nothing', Buffer.alloc(0)],
  ])('is not made from %s', async (_, file) => {
    const image = file.toString('base64');
    await expect(users.ask(StoreAvatar, { actor: ana, image })).rejects.toMatchObject({ code: 'BAD_IMAGE' });
  });

  it('is not made from more pixels than fit', async () => {
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const image = bomb.toString('base64');

    await expect(users.ask(StoreAvatar, { actor: ana, image })).rejects.toThrow('Image size exceeds limit.');
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

describe('the move of avatars', () => {
  const picture = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  const run = (replica = 0) => users.replicas[replica]?.app.get(AvatarMove).run() ?? Promise.reject();

  it('goes on after it broke off, and moves each picture once for the reader', async () => {
    const image = (await picture()).toString('base64');
    for (let n = 0; n < 4; n++) await users.ask(StoreAvatar, { actor: await users.person(Role.Member), image });
    await users.connections.query('UPDATE avatar SET is_moved = false');
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
    expect(rows.length).toBeGreaterThanOrEqual(8);
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
