import {
  AddRealmEmoji,
  badImage,
  CreateRealmEmoji,
  deactivateRealmEmoji,
  FindRealmEmojiImage,
  FindUsedEmojiImages,
  fileTooLarge,
  GetRealmEmojiImage,
  GetRenderingSettings,
  getRealmEmoji,
  RequireNewEmoji,
  Role,
  updateRealm,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';
import { EmojiMove } from './emoji-move.job.js';

let service: RealmSettingsForTests;
const png = Buffer.from('a picture').toString('base64');

beforeAll(async () => {
  service = await RealmSettingsForTests.start(2);
});
afterAll(() => service.stop());

const create = (name: string, image = png, role: Role = Role.Member, userId = 7) =>
  service.ask(CreateRealmEmoji, { actor: service.actor(role, userId), name, image });
const remove = (name: string, role: Role, userId: number) =>
  service.call(deactivateRealmEmoji, service.actor(role, userId), { emojiName: name });
const emoji = async () => (await service.ask(GetRenderingSettings, { realmId: service.realm.realmId })).state.emoji;
const image = async (fileName: string, still = false, realmId = service.realm.realmId) => {
  const { image: base64, contentType } = await service.ask(GetRealmEmojiImage, { realmId, fileName, still });
  return [contentType, base64];
};

describe('a realm emoji', () => {
  it('gets its picture from the files service', async () => {
    const { id } = await create(' green tick ');

    const path = `/user_avatars/${service.realm.realmId}/emoji/images/${id}.png`;
    expect(await emoji()).toEqual([
      { id, name: 'green_tick', sourceUrl: path, stillUrl: null, isDeactivated: false, authorId: 7 },
    ]);
    const onWire = { name: 'green_tick', source_url: path, still_url: null, deactivated: false, author_id: 7 };
    expect(await service.call(getRealmEmoji, service.actor(Role.Guest), {})).toEqual({
      emoji: { [id]: { id: String(id), ...onWire } },
    });
    expect(await image(`${id}.png`)).toEqual(['image/png', png]);
    expect(await service.refusal(image(`${id}.gif`))).toBe('No such endpoint');
    expect(await service.refusal(image(`${id}.png`, true))).toBe('No such endpoint');
    expect(await service.refusal(image(`${id}.png`, false, service.realm.realmId + 1))).toBe('No such endpoint');
    expect(await service.refusal(image('../secret'))).toBe('No such endpoint');
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
    ['no picture', badImage()],
    ['too large', fileTooLarge(5)],
  ])('is refused if it is %s for the files service, with nothing stored', async (_, refusal) => {
    const before = [await emoji(), await service.events()];
    service.images.refusal = refusal;

    await expect(create('broken')).rejects.toMatchObject({ code: refusal.code, message: refusal.message });
    service.images.refusal = undefined;
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

describe('a realm emoji in the files service', () => {
  const administrator = () => service.actor(Role.Administrator);
  const token = 'ab'.repeat(16);
  const found = (fileName: string, still = false) =>
    service.ask(FindRealmEmojiImage, { realmId: service.realm.realmId, fileName, still });

  it('is found by its address, and named as used', async () => {
    await service.ask(RequireNewEmoji, { actor: administrator(), name: 'wave' });
    const { id } = await service.ask(AddRealmEmoji, { actor: administrator(), name: 'wave', token, isAnimated: true });

    const base = `/user_avatars/${service.realm.realmId}/emoji/images`;
    expect((await emoji()).at(-1)).toMatchObject({
      ...{ name: 'wave', sourceUrl: `${base}/${id}.gif`, stillUrl: `${base}/still/${id}.png` },
    });
    expect(await found(`${id}.gif`)).toEqual({ token, object: 'image.gif' });
    expect(await found(`${id}.png`, true)).toEqual({ token, object: 'image.png' });
    for (const [name, still] of [[`${id}.png`, false] as const, [`${id}.gif`, true] as const, ['x', false] as const]) {
      expect(await service.refusal(found(name, still))).toBe('No such endpoint');
    }
    const asked = { realmId: service.realm.realmId, tokens: [token, 'cd'.repeat(16)] };
    expect(await service.ask(FindUsedEmojiImages, asked)).toEqual({ used: [token] });
  });

  it('is read by a gateway of the former release', async () => {
    const { id } = (await emoji()).at(-1) as { id: number };
    service.images.stored.set(`${service.realm.realmId}/emoji/${token}/image.gif`, Buffer.from('moving'));

    expect(await image(`${id}.gif`)).toEqual(['image/gif', Buffer.from('moving').toString('base64')]);
    expect(await service.refusal(image(`${id}.png`, true))).toBe('No such endpoint');
  });

  it.each([
    ['wave', Role.Administrator, 'A custom emoji with this name already exists.'],
    ['Up', Role.Administrator, /^Emoji names must contain only lowercase/],
    ['up', Role.Guest, 'Not allowed for guest users'],
    ['later_still', Role.Member, 'Insufficient permission'],
  ])('is refused under the name %j for the role %d, before and after the upload', async (name, role, message) => {
    const actor = service.actor(role);

    expect(await service.refusal(service.ask(RequireNewEmoji, { actor, name }))).toMatch(message);
    const added = service.ask(AddRealmEmoji, { actor, name, token, isAnimated: false });
    expect(await service.refusal(added)).toMatch(message);
  });
});

describe('emoji of the former release', () => {
  const insert = async (name: string, fileType: 'png' | 'gif'): Promise<number> => {
    const { rows } = await service.connections.query(
      'INSERT INTO realm_emoji (realm_id, name, author_id, file_type) VALUES ($1, $2, 7, $3) RETURNING id',
      [service.realm.realmId, name, fileType],
    );
    await service.connections.query('INSERT INTO realm_emoji_images (emoji_id, image, still) VALUES ($1, $2, $3)', [
      ...[rows[0].id, Buffer.from(name), fileType === 'gif' ? Buffer.from(`still ${name}`) : null],
    ]);
    return Number(rows[0].id);
  };
  const run = (replica = 0) => service.replicas[replica]?.app.get(EmojiMove).run() ?? Promise.reject();

  it('are read before their pictures are moved', async () => {
    const [dance, square] = [await insert('dance', 'gif'), await insert('square', 'png')];

    const base64 = (text: string) => Buffer.from(text).toString('base64');
    expect(await image(`${dance}.gif`)).toEqual(['image/gif', base64('dance')]);
    expect(await image(`${dance}.png`, true)).toEqual(['image/png', base64('still dance')]);
    expect(await image(`${square}.png`)).toEqual(['image/png', base64('square')]);
    expect(await service.refusal(image(`${square}.gif`))).toBe('No such endpoint');
  });

  it('are moved further after the move broke off, and the pictures stay the same', async () => {
    for (const n of [1, 2, 3, 4]) await insert(`former_${n}`, 'png');
    service.images.stored.clear();
    service.images.acceptsUntilFailure = 4;

    await expect(run()).rejects.toMatchObject({ status: 503 });
    service.images.acceptsUntilFailure = Number.POSITIVE_INFINITY;
    await Promise.all([run(0), run(1)]);

    const { rows } = await service.connections.query(
      `SELECT realm_id || '/emoji/' || image_token || '/image.' AS key, file_type, image, still
       FROM realm_emoji JOIN realm_emoji_images ON emoji_id = id`,
    );
    expect(rows).toHaveLength(6);
    for (const { key, file_type: fileType, image: bytes, still } of rows) {
      expect(service.images.stored.get(key + fileType)?.equals(bytes)).toBe(true);
      if (still !== null) expect(service.images.stored.get(`${key}png`)?.equals(still)).toBe(true);
    }
    expect(await run()).toBe(0);
  });
});
