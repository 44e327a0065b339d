import { badImage } from '@chat/contracts';
import sharp from 'sharp';

/** Width and height in pixels. */
const SMALL = 100;
const MEDIUM = 500;
/** A small file can unpack to gigabytes. */
const MAX_PIXELS = 50_000_000;
const FORMATS = new Set(['png', 'jpeg', 'gif', 'webp']);
const DECODE_TIMEOUT_SECONDS = 8;

export interface AvatarPictures {
  readonly small: Buffer;
  readonly medium: Buffer;
}

/** Returns both sizes as square PNG, turned as the camera was held, without metadata. Throws BAD_IMAGE. */
export async function avatarPictures(file: Buffer): Promise<AvatarPictures> {
  let isTooLarge = false;
  try {
    const { format, width = 0, height = 0 } = await sharp(file, { limitInputPixels: false }).metadata();
    isTooLarge = width * height > MAX_PIXELS;
    if (!isTooLarge && FORMATS.has(format ?? '')) {
      const [small, medium] = await Promise.all([scaled(file, SMALL), scaled(file, MEDIUM)]);
      return { small, medium };
    }
  } catch {
    throw badImage();
  }
  throw isTooLarge ? badImage('Image size exceeds limit.') : badImage();
}

const scaled = (file: Buffer, pixels: number): Promise<Buffer> =>
  sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize(pixels, pixels, { fit: 'cover' })
    .png()
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    .toBuffer();
