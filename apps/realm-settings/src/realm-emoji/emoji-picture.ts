import { badImage, REALM_EMOJI_SIZE } from '@chat/contracts';
import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** A picture as it is stored and served. */
export interface EmojiPicture {
  readonly fileType: 'png' | 'gif';
  readonly image: Buffer;
  /** First frame of an animated one. */
  readonly still: Buffer | null;
}

/** Limit for all frames together, since a small file can unpack to gigabytes. */
const MAX_PIXELS = 50_000_000;
const MAX_FRAMES = 500;
const TIMEOUT_SECONDS = 10;
/** Never SVG: it can hold scripts and name other files. */
const FORMATS = new Set(['png', 'jpeg', 'gif', 'webp']);

// One picture at a time per call; the service has other things to do.
sharp.concurrency(1);

/** Checks an uploaded file by its content and makes it a square of REALM_EMOJI_SIZE pixels. Throws BAD_IMAGE. */
export async function emojiPicture(file: Buffer): Promise<EmojiPicture> {
  try {
    const { format, pages = 1 } = await open(file).metadata();
    if (!FORMATS.has(format) || pages > MAX_FRAMES) throw badImage();
    const still = await cut(open(file)).png().toBuffer();
    if (pages === 1) return { fileType: 'png', image: still, still: null };
    return {
      fileType: 'gif',
      image: await cut(open(file, { animated: true }))
        .gif()
        .toBuffer(),
      still,
    };
  } catch {
    // The message of the decoder does not help the client.
    throw badImage();
  }
}

const open = (file: Buffer, options: SharpOptions = {}): Sharp =>
  sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', ...options }).timeout({ seconds: TIMEOUT_SECONDS });

/** Turns the picture as the camera was held, and cuts off the ends of a longer side. */
const cut = (picture: Sharp): Sharp =>
  picture.autoOrient().resize(REALM_EMOJI_SIZE, REALM_EMOJI_SIZE, { fit: 'cover', withoutEnlargement: false });
