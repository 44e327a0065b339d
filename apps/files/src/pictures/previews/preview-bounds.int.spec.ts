import { DescribeFiles, type UploadedFile } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import { TestFiles } from '../../testing/test-files.js';
import { PictureDecoders } from '../decoder/picture-decoders.js';
import { MAX_PREVIEW_WAITS, MAX_PREVIEWS_UNDER_WAY, MAX_WAITING_PREVIEWS } from '../picture-limits.js';
import { Previews } from './previews.service.js';

const FORMAT = '840x560.webp';
/** Ids of no files. */
const NO_FILES = 1_000_000;

let files: TestFiles;
let previews: Previews;
let decoders: PictureDecoders;
beforeAll(async () => {
  files = await TestFiles.start();
  const { app } = files.replicas[0]!;
  [previews, decoders] = [app.get(Previews), app.get(PictureDecoders)];
});
beforeEach(() => void files.realmId++);
afterEach(() => void jest.restoreAllMocks());
afterAll(() => files.close());

interface Row {
  readonly id: number;
  readonly storageKey: string;
}
const upload = (body: Buffer, fileName: string, contentType: string): Promise<UploadedFile> =>
  files.upload(files.user(), body, { fileName, contentType });
const rowOf = async ({ pathId }: UploadedFile): Promise<Row> => {
  const { rows } = await files.connections.query('SELECT id, storage_key FROM files WHERE path_id = $1', [pathId]);
  return { id: Number(rows[0].id), storageKey: rows[0].storage_key };
};

/** Uploads pictures without a preview. */
async function pictures(count: number): Promise<Row[]> {
  const held = jest.spyOn(previews, 'schedule').mockReturnValue();
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } }).png();
  const rows: Row[] = [];
  for (let n = 0; n < count; n++) rows.push(await rowOf(await upload(await picture.toBuffer(), 'a.png', 'image/png')));
  held.mockRestore();
  return rows;
}

const isMade = async ({ id }: Row): Promise<boolean> =>
  (await files.connections.query('SELECT made_at FROM previews WHERE file_id = $1', [id])).rows[0]?.made_at !== null;
const areMade = async (rows: readonly Row[]) => (await Promise.all(rows.map(isMade))).every(Boolean);

/** Copies wait for `open`. */
function heldDecoder() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const decode = decoders.decode.bind(decoders) as typeof decoders.decode;
  const underWay = { now: 0, most: 0 };
  jest.spyOn(decoders, 'decode').mockImplementation((async (...parameters: Parameters<typeof decode>) => {
    underWay.now++;
    underWay.most = Math.max(underWay.most, underWay.now);
    await opened;
    return decode(...parameters).finally(() => underWay.now--);
  }) as never);
  return { underWay, open };
}

describe('previews', () => {
  it('are made for MAX_PREVIEWS_UNDER_WAY pictures at a time', async () => {
    const rows = await pictures(MAX_PREVIEWS_UNDER_WAY + 3);
    const { underWay, open } = heldDecoder();

    for (const { id } of rows) previews.schedule(id);
    await eventually(() => underWay.now >= MAX_PREVIEWS_UNDER_WAY);
    open();
    await eventually(() => areMade(rows));

    expect(underWay.most).toBe(MAX_PREVIEWS_UNDER_WAY);
  });

  it('of more than MAX_WAITING_PREVIEWS pictures are made later', async () => {
    const rows = await pictures(MAX_PREVIEWS_UNDER_WAY + 2);
    const [last, beyond] = rows.splice(-2) as [Row, Row];
    const { underWay, open } = heldDecoder();
    for (const { id } of rows) previews.schedule(id);
    await eventually(() => underWay.now === MAX_PREVIEWS_UNDER_WAY);
    const others = MAX_WAITING_PREVIEWS - rows.length - 1;
    for (let n = 0; n < others; n++) previews.schedule(NO_FILES + n);

    previews.schedule(last.id);
    previews.schedule(beyond.id);
    open();

    // Waiting pictures are made in their order, so the one beyond the bound would have begun by now.
    await eventually(() => isMade(last));
    await eventually(() => underWay.now === 0);
    expect(await isMade(beyond)).toBe(false);
    previews.schedule(beyond.id);
    await eventually(() => isMade(beyond));
  });

  it('are awaited by MAX_PREVIEW_WAITS readers at a time, and a further one gets a 503', async () => {
    const [row] = (await pictures(1)) as [Row];
    const { open } = heldDecoder();

    const readers = Array.from({ length: MAX_PREVIEW_WAITS + 1 }, () =>
      previews.keyOf(row, FORMAT).catch((error: Error) => error),
    );
    expect(await Promise.race(readers)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    open();

    const read = (await Promise.all(readers)).filter((key) => typeof key === 'string');
    expect(read).toHaveLength(MAX_PREVIEW_WAITS);
    expect(await previews.keyOf(row, FORMAT)).toBe(read[0]);
  });
});

describe('a HEIC picture', () => {
  it('has no preview, and its bytes stay as they are', async () => {
    const box = (type: string, content: string) => {
      const bytes = Buffer.from(`\0\0\0\0${type}${content}`, 'latin1');
      bytes.writeUInt32BE(bytes.length);
      return bytes;
    };
    const heic = Buffer.concat([
      box('ftyp', 'heic\0\0\0\0mif1heic'),
      box('meta', `\0\0\0\0${box('hdlr', '\0\0\0\0\0\0\0\0pict').toString('latin1')}`),
      box('mdat', 'Exif of a camera'.repeat(9)),
    ]);

    const uploaded = await upload(heic, 'photo.heic', 'image/heic');

    const [described] = await files.request(DescribeFiles, { realmId: files.realmId, pathIds: [uploaded.pathId] });
    expect(described).toMatchObject({ picture: null, preview: 'none', contentType: 'image/heic' });
    const row = await rowOf(uploaded);
    expect(await previews.keyOf(row, FORMAT)).toBeUndefined();
    const { rows } = await files.connections.query('SELECT size FROM files WHERE id = $1', [row.id]);
    expect(Number(rows[0].size)).toBe(heic.length);
  });
});
