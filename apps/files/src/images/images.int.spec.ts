import { readdir } from 'node:fs/promises';
import {
  ApiError,
  type ApiErrorData,
  BeginImage,
  BeginImageMove,
  FindUsedAvatars,
  type ImageObject,
  type ImagePurpose,
  OpenImage,
  type UploadedImage,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { TestFiles } from '../testing/test-files.js';
import { ImagesSweep } from './images-sweep.js';

let files: TestFiles;
/** Tokens that their services use. */
let used: string[];

beforeAll(async () => {
  files = await TestFiles.start();
  const answer = ({ tokens }: { tokens: readonly string[] }) => ({
    used: tokens.filter((each) => used.includes(each)),
  });
  await files.play('users', { [FindUsedAvatars.pattern]: answer });
});
afterAll(() => files.close());
beforeEach(() => {
  used = [];
});

const picture = (width = 640, height = 300) => sharp({ create: { width, height, channels: 3, background: 'red' } });
const photo = () =>
  picture()
    .withExif({ IFD0: { Artist: 'Ana' } })
    .jpeg()
    .toBuffer();
const animation = async () => {
  const frames = await Promise.all([picture(90, 60), picture(90, 60).negate()].map((each) => each.png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
};

async function upload(purpose: ImagePurpose, bytes: Buffer, maxBytes: number | null = null): Promise<UploadedImage> {
  const transfer = await files.request(BeginImage, { realmId: files.realmId, purpose, maxBytes });
  const response = await files.transfer('PUT', transfer, { body: new Uint8Array(bytes) });
  if (!response.ok) throw ApiError.fromData((await response.json()) as ApiErrorData);
  return (await response.json()) as UploadedImage;
}

async function read(purpose: ImagePurpose, token: string, object: ImageObject, realmId = files.realmId) {
  const transfer = await files.request(OpenImage, { realmId, purpose, token, object });
  const response = await files.transfer('GET', transfer);
  if (!response.ok) return response.status;
  const bytes = Buffer.from(await response.arrayBuffer());
  const { format, width, height, pages = 1, exif } = await sharp(bytes).metadata();
  expect(response.headers.get('content-type')).toBe(`image/${format}`);
  return [format, width, height, pages, exif];
}

const storedObjects = async (): Promise<number> => {
  const entries = await readdir(files.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
};

describe('an uploaded image', () => {
  it('is stored in the sizes of its purpose without metadata', async () => {
    const [icon, logo, avatar] = await Promise.all(
      (['icon', 'logo', 'avatar'] as const).map(async (purpose) => (await upload(purpose, await photo())).token),
    );

    expect(await read('icon', icon as string, 'image.png')).toEqual(['png', 100, 100, 1, undefined]);
    expect(await read('logo', logo as string, 'image.png')).toEqual(['png', 213, 100, 1, undefined]);
    expect(await read('avatar', avatar as string, 'small.png')).toEqual(['png', 100, 100, 1, undefined]);
    expect(await read('avatar', avatar as string, 'medium.png')).toEqual(['png', 500, 500, 1, undefined]);
  });

  it('is never enlarged as a logo', async () => {
    const { token } = await upload('logo', await picture(40, 20).png().toBuffer());

    expect(await read('logo', token, 'image.png')).toMatchObject(['png', 40, 20, 1]);
  });

  it('moves as an emoji if it moved, with a still picture', async () => {
    const moving = await upload('emoji', await animation());
    const still = await upload('emoji', await photo());

    expect([moving.isAnimated, still.isAnimated]).toEqual([true, false]);
    expect(await read('emoji', moving.token, 'image.gif')).toMatchObject(['gif', 64, 64, 2]);
    expect(await read('emoji', moving.token, 'image.png')).toMatchObject(['png', 64, 64, 1]);
    expect(await read('emoji', still.token, 'image.png')).toMatchObject(['png', 64, 64, 1]);
    expect(await read('emoji', still.token, 'image.gif')).toBe(404);
  });

  it.each([
    ['text', Buffer.from('hello')],
    ['a vector graphic', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['nothing', Buffer.alloc(0)],
  ])('is refused if it is %s, and leaves nothing', async (_, bytes) => {
    const before = await storedObjects();

    for (const purpose of ['icon', 'emoji'] as const) {
      await expect(upload(purpose, bytes)).rejects.toMatchObject({
        ...{ status: 400, code: 'BAD_IMAGE', message: 'Could not decode image; did you upload an image file?' },
      });
    }
    expect(await storedObjects()).toBe(before);
  });

  it('is refused with too many pixels', async () => {
    const bomb = await picture(9_000, 9_000).png().toBuffer();

    await expect(upload('avatar', bomb)).rejects.toThrow('Image size exceeds limit.');
    await expect(upload('emoji', bomb)).rejects.toThrow('Could not decode image; did you upload an image file?');
  });

  it('is refused above its limit, by its length before a byte is read', async () => {
    const message = 'Uploaded file is larger than the allowed limit of 5 MiB';
    const ofBytes = async (size: number) => Buffer.concat([await photo()], size);

    await upload('icon', await ofBytes(5 * 1024 * 1024));
    await expect(upload('icon', await ofBytes(5 * 1024 * 1024 + 1))).rejects.toThrow(message);
    const tooLarge = { realmId: files.realmId, purpose: 'icon' as const, maxBytes: 6 * 1024 * 1024 };
    await expect(files.request(BeginImage, tooLarge)).rejects.toThrow(message);
  });

  it('is read in its own realm only, and by its own name', async () => {
    const { token } = await upload('icon', await photo());

    expect(await read('icon', token, 'image.png', files.realmId + 1)).toBe(404);
    expect(await read('avatar', token, 'image.png')).toBe(404);
    expect(await read('icon', 'f'.repeat(32), 'image.png')).toBe(404);
    for (const name of ['../../../uploads', '..', 'a/b', '', 'A'.repeat(32)]) {
      await expect(read('icon', name, 'image.png')).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe('a moved picture', () => {
  it('is stored unchanged, also if it is moved twice', async () => {
    const token = '0123456789abcdef'.repeat(2);
    const bytes = await picture(64, 64).png().toBuffer();
    for (let n = 0; n < 2; n++) {
      const name = { realmId: files.realmId, purpose: 'emoji', token, object: 'image.png' } as const;
      const response = await files.transfer('PUT', await files.request(BeginImageMove, name), {
        body: new Uint8Array(bytes),
      });
      expect(response.status).toBe(200);
    }

    expect(await read('emoji', token, 'image.png')).toMatchObject(['png', 64, 64, 1]);
  });
});

describe('the sweep', () => {
  const makeDue = (token: string) =>
    files.connections.query(`UPDATE images SET check_at = now() - interval '1 second' WHERE token = $1`, [token]);
  const rows = async (token: string) =>
    (await files.connections.query('SELECT 1 FROM images WHERE token = $1', [token])).rowCount;

  it('deletes an image that is not used, and no other', async () => {
    const [unused, inUse, fresh] = (await Promise.all(
      [1, 2, 3].map(async () => (await upload('avatar', await photo())).token),
    )) as [string, string, string];
    used = [inUse];
    await makeDue(unused);
    await makeDue(inUse);

    const sweep = files.replicas[0]!.app.get(ImagesSweep);
    const deleted = await Promise.all([sweep.run(), sweep.run()]);

    expect(deleted.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect([await rows(unused), await rows(inUse), await rows(fresh)]).toEqual([0, 1, 1]);
    const { rows: discarded } = await files.connections.query(
      'SELECT storage_key FROM discarded_objects WHERE storage_key LIKE $1 ORDER BY 1',
      [`%${unused}%`],
    );
    expect(discarded.map(({ storage_key }) => storage_key.split('/').at(-1))).toEqual(['medium.png', 'small.png']);
  });

  it('deletes nothing while the service of the images is away', async () => {
    const { token } = await upload('icon', await photo());
    await makeDue(token);

    await expect(files.replicas[0]!.app.get(ImagesSweep).run()).rejects.toThrow();

    expect(await rows(token)).toBe(1);
  });
});
