import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { eventually } from '@chat/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { MAX_COPYING_DECODERS, MAX_DECODERS } from '../picture-limits.js';
import { Decoder } from './decoder.js';
import type { PictureCopy } from './decoder-messages.js';
import { type DecodedPicture, PictureDecoders } from './picture-decoders.js';

const folder = mkdtempSync(join(tmpdir(), 'chat-decoders-'));
process.env['FILES_DIR'] = folder;
const decoders = new PictureDecoders();
afterAll(() => {
  decoders.onApplicationShutdown();
  rmSync(folder, { recursive: true, force: true });
});

const canvas = (width: number, height: number, background = 'red'): Sharp =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });
const moving = async (frames: number, width = 12, height = 8): Promise<Sharp> => {
  const pictures = Array.from({ length: frames }, (_, n) =>
    canvas(width, height, n % 2 === 0 ? 'black' : 'white')
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(pictures), { join: { animated: true } });
};
const decode = <Result>(
  bytes: Buffer,
  copies: PictureCopy[] = [],
  use: (picture: DecodedPicture) => Promise<Result> = async (picture) => picture as Result,
): Promise<Result> => decoders.decode(Readable.from([bytes]), copies, use);
const factsOf = async (bytes: Buffer) => (await decode<DecodedPicture>(bytes)).facts;
/** Facts of the copies, null for copies that were not made. */
const copiesOf = (bytes: Buffer, ...copies: PictureCopy[]) =>
  decode(bytes, copies, async ({ copies: paths }) =>
    Promise.all(
      paths.map(async (path) => {
        if (path === null) return null;
        const { format, width, height, pages = 1, exif } = await sharp(path).metadata();
        return [format, width, height, pages, exif];
      }),
    ),
  );

const still = { fit: 'inside', isAnimated: false } as const;
const THUMBNAIL = { ...still, format: 'webp', width: 840, height: 560 } as const;

describe('the facts of a picture', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'] as const)('are read from %s', async (format) => {
    const bytes = await canvas(30, 20).toFormat(format).toBuffer();

    expect(await factsOf(bytes)).toEqual({ format, width: 30, height: 20, frames: 1 });
  });

  it('have the size after the picture was turned', async () => {
    const bytes = await canvas(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();

    expect(await factsOf(bytes)).toMatchObject({ width: 20, height: 30 });
  });

  it.each(['gif', 'webp'] as const)('have the frames of an animated %s', async (format) => {
    expect(await factsOf(await (await moving(3)).toFormat(format).toBuffer())).toEqual({
      ...{ format, width: 12, height: 8, frames: 3 },
    });
  });
});

describe('a copy', () => {
  it('fits inside its size without metadata', async () => {
    const photo = await canvas(2_000, 1_000)
      .withExif({ IFD0: { Artist: 'Ana' } })
      .jpeg()
      .toBuffer();

    expect(await copiesOf(photo, THUMBNAIL)).toEqual([['webp', 840, 420, 1, undefined]]);
  });

  it('is never enlarged inside its size, and exact if it covers', async () => {
    const icon = { ...still, fit: 'cover', format: 'png', width: 100, height: 100 } as const;

    expect(await copiesOf(await canvas(30, 20).png().toBuffer(), THUMBNAIL, icon)).toMatchObject([
      ['webp', 30, 20, 1],
      ['png', 100, 100, 1],
    ]);
  });

  it('moves only if the picture moves', async () => {
    const gif = { format: 'gif', width: 64, height: 64, fit: 'cover', isAnimated: true } as const;
    const png = { ...gif, format: 'png', isAnimated: false } as const;

    const copies = [gif, { ...THUMBNAIL, isAnimated: true }, png];
    expect(await copiesOf(await (await moving(3)).gif().toBuffer(), ...copies)).toMatchObject([
      ['gif', 64, 64, 3],
      ['webp', 12, 8, 3],
      ['png', 64, 64, 1],
    ]);
    expect(await copiesOf(await canvas(9, 9).gif().toBuffer(), ...copies)).toMatchObject([
      null,
      null,
      ['png', 64, 64, 1],
    ]);
  });
});

describe('a refused picture', () => {
  it.each([
    ['a text', () => Buffer.from('hello')],
    ['nothing', () => Buffer.alloc(0)],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n')],
    ['half a header', async () => (await canvas(9, 9).png().toBuffer()).subarray(0, 20)],
  ])('is %s', async (_, bytes) => {
    await expect(decode(await bytes())).rejects.toMatchObject({ fault: 'unreadable' });
  });

  it('has a broken body, which only copies find', async () => {
    const half = (
      await sharp({
        create: {
          width: 300,
          height: 300,
          channels: 3,
          noise: { type: 'gaussian', mean: 9, sigma: 9 },
          background: 'red',
        },
      })
        .png()
        .toBuffer()
    ).subarray(0, 9_000);

    expect(await factsOf(half)).toMatchObject({ width: 300 });
    await expect(copiesOf(half, THUMBNAIL)).rejects.toMatchObject({ fault: 'unreadable' });
  });

  it.each([
    ['90 million pixels', async () => withPngSize(await canvas(9, 9).png().toBuffer(), 10_000, 9_001)],
    ['1,000 frames', () => gifOf(1_001, 1, 1)],
    ['30 million pixels of frames', () => gifOf(8, 2_000, 2_000)],
  ])('has more than %s', async (_, bytes) => {
    await expect(decode(await bytes())).rejects.toMatchObject({ fault: 'too_large' });
  });
});

describe('a decoder', () => {
  const limits = { pixels: 1e9, animatedPixels: 1e9, frames: 9, memoryBytes: 1e9 };
  const request = async () => {
    const input = join(folder, 'large.png');
    await canvas(2_000, 2_000).png({ progressive: true }).toFile(input);
    return { input, copies: [{ ...THUMBNAIL, path: `${input}.webp` }] };
  };

  it.each([
    ['time', limits, 1],
    ['memory', { ...limits, memoryBytes: 1e6 }, 10_000],
  ])('ends with a picture that takes too much %s', async (_, given, timeoutMs) => {
    const decoder = new Decoder(given, timeoutMs);

    await expect(decoder.run(await request())).rejects.toMatchObject({ reason: 'limit' });
    expect(decoder.hasEnded).toBe(true);
  });

  it('that is killed costs no picture', async () => {
    const picture = await canvas(900, 600).jpeg().toBuffer();
    const results = Array.from({ length: 6 }, () => copiesOf(picture, THUMBNAIL));
    for (const pid of decoderProcesses()) process.kill(pid, 'SIGKILL');

    expect(await Promise.all(results)).toEqual(Array(6).fill([['webp', 840, 560, 1, undefined]]));
    expect(decoderProcesses().length).toBeLessThanOrEqual(MAX_DECODERS);
  });

  it('leaves no file behind, and its service removes those of a killed process', async () => {
    const scratch = join(folder, 'SCRATCH');
    await copiesOf(await canvas(9, 9).png().toBuffer(), THUMBNAIL);
    expect(readdirSync(scratch)).toEqual([]);
    for (const name of ['old', 'new']) mkdirSync(join(scratch, name));
    utimesSync(join(scratch, 'old'), new Date(0), new Date(0));

    await decoders.onModuleInit();

    expect(['old', 'new'].map((name) => existsSync(join(scratch, name)))).toEqual([false, true]);
  });

  it('reads facts while the decoders of copies are busy', async () => {
    const others = new Set(decoderProcesses());
    const pool = new PictureDecoders();
    const large = await canvas(6_000, 6_000).png({ compressionLevel: 1 }).toBuffer();
    const copy = () => pool.decode(Readable.from([large]), [THUMBNAIL], async () => {});
    const copies = Promise.allSettled([copy(), copy()]);
    const busy = await eventually(() => {
      const started = decoderProcesses().filter((pid) => !others.has(pid));
      return started.length === MAX_COPYING_DECODERS && started;
    });
    for (const pid of busy) process.kill(pid, 'SIGSTOP');
    const { facts } = await pool.decode(
      Readable.from([await canvas(9, 9).png().toBuffer()]),
      [],
      async (picture) => picture,
    );
    for (const pid of busy) process.kill(pid, 'SIGCONT');
    await copies;
    pool.onApplicationShutdown();

    expect(facts).toMatchObject({ width: 9, height: 9 });
  });

  it('alone loads the library', () => {
    const files = readdirSync(join(import.meta.dirname, '../..'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.endsWith('.testing.ts'))
      .filter((file) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8').includes(`from 'sharp'`));

    expect(files).toEqual(['pictures/decoder/decoder-process.ts']);
  });
});

/** Process ids of the children of this process that decode pictures. */
function decoderProcesses(): number[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

/** The PNG with another size in its header. */
function withPngSize(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}

/** A GIF of a few bytes a frame. */
function gifOf(frames: number, width: number, height: number): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex');
  return Buffer.concat([screen, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
}
