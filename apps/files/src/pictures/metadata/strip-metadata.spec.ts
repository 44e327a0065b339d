import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { PICTURE_FORMATS, type PictureFormat } from '../decoder/decoder-messages.js';
import { UnknownStructure } from './pieces.js';
import { formatOf } from './signature.js';
import { bytesOf, withoutMetadata } from './strip-metadata.js';
import { RawPhoto } from './tiff.js';

const folder = mkdtempSync(join(tmpdir(), 'chat-metadata-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function stripped(picture: Buffer, format = formatOf(picture)!): Promise<Buffer> {
  const path = join(folder, randomUUID());
  writeFileSync(path, picture);
  try {
    const pieces = await withoutMetadata(path, format);
    return pieces === undefined ? picture : await buffer(bytesOf(path, pieces));
  } finally {
    rmSync(path);
  }
}

const SECRET = 'Ana-at-home-52.5200N';
/** A picture with its secret in all places that the encoder knows. */
const secretive = (width = 40, height = 30): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  })
    .withExif({ IFD0: { Artist: SECRET, Make: SECRET, Copyright: SECRET }, IFD3: { GPSLatitudeRef: SECRET } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${SECRET}</rdf:RDF></x:xmpmeta>`);
const pixels = (picture: Buffer, animated: boolean) =>
  sharp(picture, { animated, failOn: 'error' }).raw().toBuffer({ resolveWithObject: true });

async function expectOnlyThePicture(before: Buffer, after: Buffer): Promise<void> {
  expect(after.includes(SECRET)).toBe(false);
  expect(after.includes(Buffer.from(SECRET, 'utf16le'))).toBe(false);
  const isAnimated = formatOf(before) !== 'tiff';
  const [old, now] = await Promise.all([pixels(before, isAnimated), pixels(after, isAnimated)]);
  expect(now.info).toEqual(old.info);
  expect(now.data.equals(old.data)).toBe(true);
  const [was, is] = await Promise.all([sharp(before).metadata(), sharp(after).metadata()]);
  expect([is.orientation ?? 1, is.icc, is.xmp, is.iptc]).toEqual([was.orientation ?? 1, was.icc, undefined, undefined]);
  expect(is.autoOrient).toEqual(was.autoOrient);
}

describe('a picture without its metadata', () => {
  it.each(PICTURE_FORMATS.filter((format) => format !== 'gif'))(
    'has the same pixels, orientation and profile as %s',
    async (format) => {
      for (const orientation of [1, 3, 6]) {
        const before = await secretive()
          .withMetadata({ orientation })
          .withIccProfile('p3')
          .toFormat(format, { lossless: true })
          .toBuffer();
        expect(before.includes(SECRET)).toBe(true);

        const after = await stripped(before);

        await expectOnlyThePicture(before, after);
        expect((await stripped(after)).equals(after)).toBe(true);
      }
    },
  );

  it.each([
    ['progressive JPEG', (picture: Sharp) => picture.jpeg({ progressive: true })],
    ['interlaced PNG', (picture: Sharp) => picture.png({ progressive: true })],
    ['PNG with a palette', (picture: Sharp) => picture.png({ palette: true, colours: 16 })],
    ['lossy WebP with alpha', (picture: Sharp) => picture.ensureAlpha(0.5).webp({ quality: 50 })],
    ['tiled TIFF', (picture: Sharp) => picture.tiff({ tile: true, compression: 'lzw' })],
    ['BigTIFF', (picture: Sharp) => picture.tiff({ bigtiff: true })],
    ['TIFF with JPEG', (picture: Sharp) => picture.tiff({ compression: 'jpeg' })],
    [
      'TIFF with smaller copies',
      (picture: Sharp) => picture.tiff({ pyramid: true, tile: true, tileWidth: 16, tileHeight: 16 }),
    ],
    ['AVIF with alpha', (picture: Sharp) => picture.ensureAlpha(0.5).avif()],
  ])('has the same pixels as %s', async (_, encode) => {
    const before = await encode(secretive()).toBuffer();

    await expectOnlyThePicture(before, await stripped(before));
  });

  it('is a part of the old one where the format allows', async () => {
    const before = await secretive().jpeg().toBuffer();
    const after = await stripped(before);

    const tables = before.subarray(before.indexOf(Buffer.from([0xff, 0xdb])));
    expect(after.includes(tables)).toBe(true);
    expect(after.length).toBeLessThan(before.length - 2 * SECRET.length);
  });

  it.each(PICTURE_FORMATS)('is the old one if %s has none', async (format) => {
    const before = await stripped(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .toFormat(format)
        .toBuffer(),
    );

    expect((await stripped(before)).equals(before)).toBe(true);
  });

  it.each(['gif', 'webp'] as const)('moves as the %s before', async (format) => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 9, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const before = await sharp(frames, { join: { animated: true } })
      .withExif({ IFD0: { Artist: SECRET } })
      .toFormat(format, { loop: 3, delay: [70, 80] })
      .toBuffer();
    const after = await stripped(format === 'gif' ? withGifComment(before) : before);

    await expectOnlyThePicture(before, after);
    expect(await sharp(after).metadata()).toMatchObject({ pages: 2, loop: 3, delay: [70, 80] });
  });
});

describe('metadata of other programs', () => {
  const jpeg = () =>
    sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
  const segment = (code: number, payload: string): Buffer => {
    const bytes = Buffer.from(`\xff${String.fromCharCode(code)}\0\0${payload}`, 'latin1');
    bytes.writeUInt16BE(bytes.length - 2, 2);
    return bytes;
  };
  const chunk = (type: string, data: string): Buffer => {
    const bytes = Buffer.from(`\0\0\0\0${type}${data}\0\0\0\0`, 'latin1');
    bytes.writeUInt32BE(bytes.length - 12);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
    return bytes;
  };
  const insert = (picture: Buffer, at: number, part: Buffer) =>
    Buffer.concat([picture.subarray(0, at), part, picture.subarray(at)]);

  it.each([
    ['a comment', segment(0xfe, SECRET)],
    ['IPTC', segment(0xed, `Photoshop 3.0\0${SECRET}`)],
    ['an index of more pictures', segment(0xe2, `MPF\0${SECRET}`)],
    ['a thumbnail', segment(0xe0, `JFXX\0\x10${SECRET}`)],
    ['a thumbnail in the header', segment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x03\x03${SECRET}`)],
    ['a long Adobe segment', segment(0xee, `Adobe\0\x64\0\0\0\0\x01${SECRET}`)],
    ['the data of a camera', segment(0xef, SECRET)],
    ['the secrets after fill bytes', Buffer.concat([Buffer.from([0xff, 0xff]), segment(0xfe, SECRET)])],
    ['garbage between segments', Buffer.concat([segment(0xfe, ''), Buffer.from(SECRET)])],
  ])('in JPEG: %s', async (_, part) => {
    const clean = await jpeg();
    const before = insert(clean, 2, part);

    const after = await stripped(before);

    await expectOnlyThePicture(before, after);
  });

  it('after the end of JPEG, PNG, GIF and WebP goes', async () => {
    for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
      const before = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .toFormat(format)
        .toBuffer();

      expect((await stripped(Buffer.concat([before, Buffer.from(SECRET)]))).includes(SECRET)).toBe(false);
    }
  });

  it.each(['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf', 'prVt', 'CgBI'])('in PNG: the chunk %s', async (type) => {
    const before = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const after = await stripped(insert(before, 33, chunk(type, SECRET)));

    expect(after.includes(SECRET)).toBe(false);
    expect(after.equals(await stripped(before))).toBe(true);
  });

  it('in a file that is cut off goes, too', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await secretive(200, 200).toFormat(format).toBuffer();

      expect((await stripped(whole.subarray(0, whole.length / 2))).includes(SECRET)).toBe(false);
    }
  });
});

describe('files that are not understood', () => {
  it.each([
    ['a TIFF that is cut off', async () => (await secretive().tiff().toBuffer()).subarray(0, 100)],
    ['an AVIF that is cut off', async () => (await secretive().avif().toBuffer()).subarray(0, 200)],
    ['a TIFF of nothing', async () => Buffer.from('II*\0\0\0\0\0', 'latin1')],
    ['a TIFF without end', async () => Buffer.from(`II*\0\x08\0\0\0\x01\0${'\0'.repeat(12)}\x08\0\0\0`, 'latin1')],
  ])('%s is refused', async (_, picture) => {
    await expect(picture().then((bytes) => stripped(bytes))).rejects.toBeInstanceOf(UnknownStructure);
  });

  it('a raw photo is another kind of file', async () => {
    const tiff = await secretive().tiff().toBuffer();
    const canon = Buffer.from(tiff);
    canon.write('CR', 8, 'latin1');
    await expect(stripped(canon)).rejects.toBeInstanceOf(RawPhoto);
  });
});

describe('hostile bytes', () => {
  const samples = new Map<PictureFormat, Buffer>();
  const sample = async (format: PictureFormat): Promise<Buffer> => {
    const made =
      samples.get(format) ?? (await secretive(12, 12).withMetadata({ orientation: 6 }).toFormat(format).toBuffer());
    samples.set(format, made);
    return made;
  };
  /** A picture with changed bytes, perhaps cut off or with a part repeated. */
  const damage = fc.record({
    changes: fc.array(fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(0, 1, 255), fc.nat(255))), { maxLength: 12 }),
    cut: fc.option(fc.nat()),
    repeat: fc.option(fc.tuple(fc.nat(), fc.nat())),
  });

  it.each(PICTURE_FORMATS)('neither crash nor grow as %s', async (format) => {
    const good = await sample(format);
    await fc.assert(
      fc.asyncProperty(damage, async ({ changes, cut, repeat }) => {
        let bytes = Buffer.from(good);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        if (repeat) bytes = Buffer.concat([bytes, bytes.subarray(repeat[0] % bytes.length, repeat[1] % bytes.length)]);
        if (cut !== null) bytes = bytes.subarray(0, cut % bytes.length);
        const after = await stripped(bytes, format).catch((error: unknown) => error);
        if (after instanceof Buffer) expect(after.length).toBeLessThanOrEqual(bytes.length + 64);
        else if (!(after instanceof UnknownStructure || after instanceof RawPhoto)) throw after;
      }),
      { numRuns: 150 },
    );
  });

  it.each(PICTURE_FORMATS)('of no format at all do not crash as %s', async (format) => {
    const prefix = (await sample(format)).subarray(0, 12);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const after = await stripped(Buffer.concat([prefix, bytes]), format).catch((error: unknown) => error);
        if (!(after instanceof Buffer || after instanceof UnknownStructure || after instanceof RawPhoto)) throw after;
      }),
      { numRuns: 100 },
    );
  });
});

/** The GIF with a comment and XMP before its first block. */
function withGifComment(gif: Buffer): Buffer {
  const at = 13 + ((gif[10]! & 0x80) === 0 ? 0 : 3 * 2 ** ((gif[10]! & 7) + 1));
  const block = `${String.fromCharCode(SECRET.length)}${SECRET}\0`;
  const extensions = Buffer.from(`\x21\xfe${block}\x21\xff\x0bXMP DataXMP${block}`, 'latin1');
  return Buffer.concat([gif.subarray(0, at), extensions, gif.subarray(at)]);
}
