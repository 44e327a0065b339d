import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { DescribeFiles, FilePreviewChanged, type UploadedFile } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { TestFiles } from '../testing/test-files.js';
import { PictureDecoders } from './decoder/picture-decoders.js';
import { Previews } from './previews/previews.service.js';

let files: TestFiles;
beforeAll(async () => {
  files = await TestFiles.start();
  await files.startReplica();
});
beforeEach(() => void files.realmId++);
afterEach(() => void jest.restoreAllMocks());
afterAll(() => files.close());

const SECRET = 'Ana-at-home';
const picture = (width = 1_200, height = 800): Sharp =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).withExif({ IFD0: { Artist: SECRET } });
const moving = async () =>
  sharp(
    await Promise.all(
      ['black', 'white'].map((background) =>
        sharp({ create: { width: 9, height: 9, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    ),
    { join: { animated: true } },
  );

const upload = (body: Buffer, fileName = 'photo.jpg', contentType = 'image/jpeg') =>
  files.upload(files.user(), body, { fileName, contentType });
const described = async ({ pathId }: UploadedFile) => {
  const [file] = await files.request(DescribeFiles, { realmId: files.realmId, pathIds: [pathId] });
  return file!;
};
interface Row {
  id: number;
  storageKey: string;
  size: number;
}
const rowOf = async ({ pathId }: UploadedFile): Promise<Row> => {
  const { rows } = await files.connections.query(
    'SELECT id, storage_key AS "storageKey", size FROM files WHERE path_id = $1',
    [pathId],
  );
  return { ...rows[0], id: Number(rows[0].id), size: Number(rows[0].size) };
};
const object = (key: string): Buffer => readFileSync(join(files.folder, key));
const previews = (replica = 0) => files.replicas[replica]!.app.get(Previews);
const decoders = () => files.replicas.map(({ app }) => app.get(PictureDecoders));
const isMade = async ({ id }: Row) =>
  (await files.connections.query('SELECT made_at FROM previews WHERE file_id = $1', [id])).rows[0]?.made_at != null;
/** No replica makes previews before their time, so that a test decides when. */
const holdPreviews = () => files.replicas.map(({ app }) => jest.spyOn(app.get(Previews), 'schedule').mockReturnValue());

describe('an uploaded picture', () => {
  it('has lost its metadata, and its facts are known', async () => {
    const bytes = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const uploaded = await upload(bytes);

    const { storageKey, size } = await rowOf(uploaded);
    const stored = object(storageKey);
    expect(bytes.includes(SECRET)).toBe(true);
    expect(stored.includes(SECRET)).toBe(false);
    expect([stored.length, (await sharp(stored).metadata()).orientation]).toEqual([size, 6]);
    expect(await described(uploaded)).toMatchObject({
      picture: { width: 800, height: 1_200, frames: 1 },
      preview: 'ready',
      transcoded: null,
    });
  });

  it('is one by its content, not by its name and type', async () => {
    const png = await upload(await picture().png().toBuffer(), 'a.txt', 'text/plain');
    const text = await upload(Buffer.from('no picture at all'.repeat(9)), 'a.png', 'image/png');

    expect((await described(png)).picture).toMatchObject({ width: 1_200, height: 800 });
    expect(await described(text)).toMatchObject({ picture: null, preview: 'none' });
  });

  it('is refused if its metadata cannot be removed, and nothing stays', async () => {
    const tiff = await picture(9, 9).tiff().toBuffer();
    // The directory counts one strip, of unknown length.
    const sizes = tiff.indexOf(Buffer.from([0x17, 0x01, 4, 0]));
    const broken = Buffer.from(tiff);
    broken.writeUInt16LE(0x0118, sizes);

    await expect(upload(broken, 'a.tiff', 'image/tiff')).rejects.toMatchObject({ code: 'BAD_IMAGE' });
  });

  it('that moves has its frames', async () => {
    const gif = await upload(await (await moving()).gif().toBuffer(), 'a.gif', 'image/gif');

    expect((await described(gif)).picture).toMatchObject({ width: 9, height: 9, frames: 2 });
  });
});

describe('the previews of a picture', () => {
  it('are made after the upload, and stored next to it', async () => {
    const row = await rowOf(await upload(await (await moving()).gif().toBuffer(), 'a.gif', 'image/gif'));

    await eventually(() => isMade(row));
    const folder = join(files.folder, row.storageKey.replace('uploads/', 'previews/'));
    expect(readdirSync(folder).sort()).toEqual(['840x560-anim.webp', '840x560.webp']);
    const key = await previews().keyOf(row, '840x560-anim.webp');
    expect(await sharp(object(key!)).metadata()).toMatchObject({ format: 'webp', pages: 2, width: 9, height: 9 });
  });

  it.each([
    ['840x560.webp', '840x560.webp', 840, 560],
    ['100x100.jpg', '840x560.webp', 840, 560],
    ['840x560-anim.webp', '840x560.webp', 840, 560],
    ['4032x3024.webp', '4032x3024.webp', 1_200, 800],
    ['2000x2000-anim.png', '840x560.webp', 840, 560],
  ])('of TIFF: %s gives %s', async (wanted, name, width, height) => {
    const uploaded = await upload(await picture().tiff().toBuffer(), 'a.tiff', 'image/tiff');
    const row = await rowOf(uploaded);

    const key = await previews().keyOf(row, wanted);

    expect(key).toBe(`${row.storageKey.replace('uploads/', 'previews/')}/${name}`);
    expect(await sharp(object(key!)).metadata()).toMatchObject({ format: 'webp', width, height });
    expect((await described(uploaded)).transcoded).toBe('4032x3024.webp');
  });

  it.each(['', 'x', '0x0.webp', '840x560', '840x560.svg', '../840x560.webp', '999999x1.webp', '840x560.webp\0'])(
    'have no format %j',
    async (format) => {
      const row = await rowOf(await upload(await picture(9, 9).png().toBuffer()));

      expect(await previews().keyOf(row, format)).toBeUndefined();
    },
  );

  it('are made by the first reader, once for all replicas', async () => {
    const held = holdPreviews();
    const row = await rowOf(await upload(await picture().jpeg().toBuffer()));
    expect(await isMade(row)).toBe(false);
    for (const each of held) each.mockRestore();
    const decodes = decoders().map((each) => jest.spyOn(each, 'decode'));

    const keys = await Promise.all([0, 1, 0, 1, 0, 1].map((replica) => previews(replica).keyOf(row, '840x560.webp')));

    expect(new Set(keys)).toEqual(new Set([`${row.storageKey.replace('uploads/', 'previews/')}/840x560.webp`]));
    expect(decodes.flatMap(({ mock }) => mock.calls)).toHaveLength(1);
  });

  it('cost nothing more when a reader comes again', async () => {
    const row = await rowOf(await upload(await picture().jpeg().toBuffer()));
    await eventually(() => isMade(row));
    const decodes = decoders().map((each) => jest.spyOn(each, 'decode'));

    await previews(1).keyOf(row, '840x560.webp');

    expect(decodes.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('that were late are announced', async () => {
    const held = holdPreviews();
    const uploaded = await upload(await picture().jpeg().toBuffer());
    const { id } = await rowOf(uploaded);
    expect(await described(uploaded)).toMatchObject({ preview: 'ready', isLasting: false });
    await files.connections.query(`UPDATE previews SET pending_since = now() - interval '3 s' WHERE file_id = $1`, [
      id,
    ]);
    expect((await described(uploaded)).preview).toBe('pending');

    for (const each of held) each.mockRestore();
    previews().schedule(id);

    await eventually(async () => (await described(uploaded)).preview === 'ready');
    expect((await described(uploaded)).isLasting).toBe(true);
    expect(await files.published(FilePreviewChanged)).toEqual([
      { fileId: id, pathId: uploaded.pathId, result: 'ready' },
    ]);
  });

  it('that turn out broken go with an announcement', async () => {
    const held = holdPreviews();
    const noise = picture(300, 300).composite([]).png({ compressionLevel: 0 });
    const uploaded = await upload((await noise.toBuffer()).subarray(0, 20_000), 'half.png', 'image/png');
    const row = await rowOf(uploaded);
    expect(await described(uploaded)).toMatchObject({ preview: 'ready', picture: { width: 300 } });
    for (const each of held) each.mockRestore();

    expect(await previews().keyOf(row, '840x560.webp')).toBeUndefined();

    expect(await described(uploaded)).toMatchObject({ preview: 'none', picture: null });
    expect(await files.published(FilePreviewChanged)).toEqual([
      { fileId: row.id, pathId: uploaded.pathId, result: 'broken' },
    ]);
  });

  it('are made by another replica if one dies meanwhile', async () => {
    const held = holdPreviews();
    const row = await rowOf(await upload(await picture().jpeg().toBuffer()));
    await files.connections.query(
      `UPDATE previews SET claimed_until = now() + interval '300 ms', attempts = 1 WHERE file_id = $1`,
      [row.id],
    );
    for (const each of held) each.mockRestore();

    expect(await previews(1).keyOf(row, '840x560.webp')).toMatch(/840x560\.webp$/);
  });

  it('are given up if each try ends a replica', async () => {
    const held = holdPreviews();
    const uploaded = await upload(await picture().jpeg().toBuffer());
    const { id } = await rowOf(uploaded);
    await files.connections.query('UPDATE previews SET attempts = 4 WHERE file_id = $1', [id]);
    for (const each of held) each.mockRestore();

    previews().schedule(id);

    await eventually(async () => (await described(uploaded)).preview === 'none');
  });

  it('stay pending while the storage or the decoders fail', async () => {
    const uploaded = await upload(await picture().jpeg().toBuffer());
    const row = await rowOf(uploaded);
    await eventually(() => isMade(row));
    await files.connections.query('UPDATE previews SET made_at = NULL WHERE file_id = $1', [row.id]);
    for (const each of decoders()) jest.spyOn(each, 'decode').mockRejectedValue(new Error('busy'));

    previews().schedule(row.id);

    await eventually(async () => {
      const { rows } = await files.connections.query(
        'SELECT attempts, claimed_until FROM previews WHERE file_id = $1',
        [row.id],
      );
      return rows[0].claimed_until !== null && rows[0].attempts === 1;
    });
    expect((await described(uploaded)).picture).not.toBeNull();
  });
});

describe('a bomb', () => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
    bytes.writeUInt32BE(data.length);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
    return bytes;
  };
  /** 64 MiB in 64 KB. */
  const deflated = deflateSync(Buffer.alloc(64 * 1024 * 1024));
  const small = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  const withChunks = async (...chunks: Buffer[]) => {
    const png = await small();
    return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
  };
  const withPixels = async (width: number, height: number) => {
    const png = await small();
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    return png;
  };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999">${'<g>'.repeat(9_999)}</svg>`;

  it.each([
    ['of pixels', () => withPixels(100_000, 100_000), 'none'],
    ['of pixels that do not exist', () => withPixels(9_000, 9_000), 'none'],
    [
      'of texts',
      () =>
        withChunks(...Array.from({ length: 40 }, () => chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), deflated])))),
      'ready',
    ],
    ['of a colour profile', () => withChunks(chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflated]))), 'ready'],
    ['of SVG', async () => Buffer.from(svg), 'none'],
    ['of SVG with the signature of a picture', async () => Buffer.concat([await small(), Buffer.from(svg)]), 'ready'],
    [
      'of a script before a picture',
      async () => Buffer.concat([Buffer.from(`<script>x()</script>${' '.repeat(64)}`), await small()]),
      'none',
    ],
  ])('%s does no harm', async (_, bytes, preview) => {
    const uploaded = await upload(await bytes(), 'a.png', 'image/png');
    const row = await rowOf(uploaded);

    const key = await previews().keyOf(row, '840x560.webp');

    expect(await described(uploaded)).toMatchObject({ preview });
    expect(key === undefined).toBe(preview === 'none');
    expect(object(row.storageKey).includes('<svg') && preview === 'ready').toBe(false);
  });
});
