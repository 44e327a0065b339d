import {
  CreateRealmEmoji,
  deactivateRealmEmoji,
  GetRealmEmojiImage,
  GetRenderingSettings,
  getRealmEmoji,
  Role,
  updateRealm,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';

let service: RealmSettingsForTests;
let png: string;
let animated: string;

beforeAll(async () => {
  service = await RealmSettingsForTests.start();
  const picture = (color: string, width = 300, height = 200) =>
    sharp({ create: { width, height, channels: 4, background: color } });
  png = (await picture('red').png().toBuffer()).toString('base64');
  const frames = await Promise.all(['red', 'blue'].map((color) => picture(color, 90, 60).png().toBuffer()));
  animated = (
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
  ).toString('base64');
});
afterAll(() => service.stop());

const create = (name: string, image = png, role: Role = Role.Member, userId = 7) =>
  service.ask(CreateRealmEmoji, { actor: service.actor(role, userId), name, image });
const remove = (name: string, role: Role, userId: number) =>
  service.call(deactivateRealmEmoji, service.actor(role, userId), { emojiName: name });
const emoji = async () => (await service.ask(GetRenderingSettings, { realmId: service.realm.realmId })).state.emoji;
const image = async (fileName: string, still = false, realmId = service.realm.realmId) => {
  const { image: base64, contentType } = await service.ask(GetRealmEmojiImage, { realmId, fileName, still });
  return { contentType, metadata: await sharp(Buffer.from(base64, 'base64')).metadata() };
};

describe('a realm emoji', () => {
  it('becomes a square picture', async () => {
    const { id } = await create(' green tick ');

    const path = `/user_avatars/${service.realm.realmId}/emoji/images/${id}.png`;
    expect(await emoji()).toEqual([
      { id, name: 'green_tick', sourceUrl: path, stillUrl: null, isDeactivated: false, authorId: 7 },
    ]);
    const onWire = { name: 'green_tick', source_url: path, still_url: null, deactivated: false, author_id: 7 };
    expect(await service.call(getRealmEmoji, service.actor(Role.Guest), {})).toEqual({
      emoji: { [id]: { id: String(id), ...onWire } },
    });
    const { contentType, metadata } = await image(`${id}.png`);
    expect([contentType, metadata.format, metadata.width, metadata.height]).toEqual(['image/png', 'png', 64, 64]);
    expect(await service.refusal(image(`${id}.gif`))).toBe('No such endpoint');
    expect(await service.refusal(image(`${id}.png`, true))).toBe('No such endpoint');
    expect(await service.refusal(image(`${id}.png`, false, service.realm.realmId + 1))).toBe('No such endpoint');
    expect(await service.refusal(image('../secret'))).toBe('No such endpoint');
  });

  it('keeps moving when it moved, with a picture that stands still', async () => {
    const { id } = await create('dance', animated);

    const moving = await image(`${id}.gif`);
    const still = await image(`${id}.png`, true);
    expect([moving.metadata.format, moving.metadata.pages, moving.metadata.width]).toEqual(['gif', 2, 64]);
    expect([still.metadata.format, still.metadata.width, still.metadata.height]).toEqual(['png', 64, 64]);
    expect((await emoji()).find((one) => one.id === id)?.stillUrl).toBe(
      `/user_avatars/${service.realm.realmId}/emoji/images/still/${id}.png`,
    );
  });

  it.each([
    ['', 'Emoji name is missing'],
    ['Up', /^Emoji names must contain only lowercase/],
    ['up!', /^Emoji names must contain only lowercase/],
    ['v1.2', /^Emoji names must contain only .* digits, spaces, dashes, and underscores\.$/],
    ['up_', 'Emoji names must end with either a letter or digit.'],
    ['green_tick', 'A custom emoji with this name already exists.'],
    ['smile', 'Only administrators can override default emoji.'],
  ])('is refused under the name %j', async (name, message) => {
    expect(await service.refusal(create(name))).toMatch(message);
  });

  it.each([
    ['no picture', Buffer.from('hello').toString('base64')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64')],
    ['half a picture', ''],
  ])('is refused when it is %s', async (_, file) => {
    const given = file === '' ? png.slice(0, 400) : file;
    expect(await service.refusal(create('broken', given))).toBe(
      'Could not decode image; did you upload an image file?',
    );
  });

  it('is made from a file of 5 MiB, and refused above that with nothing stored', async () => {
    const ofBytes = (size: number) => Buffer.concat([Buffer.from(png, 'base64')], size).toString('base64');
    await create('largest', ofBytes(5_242_880));
    const before = [await emoji(), await service.events()];

    for (const size of [5_242_881, 10_000_000]) {
      await expect(create('too_large', ofBytes(size))).rejects.toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        message: 'Uploaded file is larger than the allowed limit of 5 MiB',
      });
    }
    expect([await emoji(), await service.events()]).toEqual(before);
  });

  it('is made under the policy, and removed by its author and administrators', async () => {
    expect(await service.refusal(create('my_own', png, Role.Guest))).toBe('Not allowed for guest users');
    await create('my_own');
    expect(await service.refusal(remove('my_own', Role.Moderator, 8))).toBe(
      'Must be an organization administrator or emoji author',
    );
    await remove('my_own', Role.Member, 7);
    expect(await service.refusal(remove('my_own', Role.Administrator, 8))).toBe("Emoji 'my_own' does not exist");
    const { id } = await create('my_own');
    expect((await emoji()).filter(({ name }) => name === 'my_own')).toMatchObject([{ isDeactivated: true }, { id }]);

    await service.call(updateRealm, service.actor(), { addCustomEmojiPolicy: 2 });
    expect(await service.refusal(create('later'))).toBe('Insufficient permission');
    // The author may remove the emoji without the permission to add another.
    await remove('my_own', Role.Member, 7);
  });

  it('exists once when two are made at once', async () => {
    const outcomes = await Promise.all([1, 2].map(() => service.refusal(create('twice', png, Role.Administrator))));
    expect(outcomes.sort()).toEqual(['A custom emoji with this name already exists.', 'accepted']);
  });
});
