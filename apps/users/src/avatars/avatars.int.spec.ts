import { ReadAvatar, Role, removeAvatar, StoreAvatar } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
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
