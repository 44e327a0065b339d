/**
 * A process that decodes pictures for the files service. It alone loads the decoders, which read bytes of strangers: a fault in them
 * ends this process and harms one picture. It has no secrets in its environment. The parent ends it after a time limit.
 * The file has no imports of its own package at run time, so that `source-decoder.mjs` can start it.
 */
import { constants, setPriority } from 'node:os';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type {
  DecodedFacts,
  DecoderLimits,
  DecoderReply,
  DecoderRequest,
  PictureCopy,
  PictureFormat,
} from './decoder-messages.js';

const limits: DecoderLimits = JSON.parse(process.argv[2]!);
const CHECK_MEMORY_EVERY_MS = 20;

// Only these loaders: others can run scripts, name other files, or are rarely tested.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}File`),
});
sharp.cache(false);
sharp.concurrency(1);
// Requests of people come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

type Refusal = Extract<DecoderReply, { kind: 'refused' }>;
const refused = (fault: Refusal['fault']): Refusal => ({ kind: 'refused', fault });

async function decode({ input, copies }: DecoderRequest): Promise<DecoderReply> {
  const facts = factsOf(await sharp(input, { limitInputPixels: false }).metadata());
  if (facts === undefined) return refused('unreadable');
  if (isTooLarge(facts)) return refused('too_large');
  const made: boolean[] = [];
  for (const copy of copies) {
    const isMade = !copy.isAnimated || facts.frames > 1;
    if (isMade) await write(input, copy);
    made.push(isMade);
  }
  return { kind: 'decoded', facts, made };
}

function factsOf({ format, compression, autoOrient, pages = 1 }: Metadata): DecodedFacts | undefined {
  const { width, height } = autoOrient;
  // The pages of other formats are not frames.
  const frames = format === 'gif' || format === 'webp' ? pages : 1;
  const known = format === 'heif' && compression === 'av1' ? 'avif' : format;
  return isPicture(known) ? { format: known, width, height, frames } : undefined;
}

const FORMATS: readonly string[] = ['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'] satisfies PictureFormat[];
const isPicture = (format: string): format is PictureFormat => FORMATS.includes(format);

const isTooLarge = ({ width, height, frames }: DecodedFacts): boolean =>
  width * height > limits.pixels ||
  frames > limits.frames ||
  (frames > 1 && width * height * frames > limits.animatedPixels);

function write(input: string, { path, format, width, height, fit, isAnimated }: PictureCopy & { path: string }) {
  return encode(
    sharp(input, { limitInputPixels: limits.pixels, failOn: 'error', animated: isAnimated })
      .autoOrient()
      .resize({ width, height, fit, withoutEnlargement: fit === 'inside' }),
    format,
  ).toFile(path);
}

function encode(picture: Sharp, format: PictureCopy['format']): Sharp {
  if (format === 'webp') return picture.webp({ quality: 80, effort: 2 });
  return format === 'gif' ? picture.gif() : picture.png();
}

/** The work runs in other threads, so this thread can watch the memory. */
function endAboveMemoryLimit(): void {
  if (process.memoryUsage.rss() > limits.memoryBytes) process.exit(1);
}

const reply = (message: DecoderReply): void => void process.send?.(message);

process.on('message', async (request: DecoderRequest) => {
  const watch = setInterval(endAboveMemoryLimit, CHECK_MEMORY_EVERY_MS);
  // The message of the decoder does not help the sender of the picture.
  reply(await decode(request).catch(() => refused('unreadable')));
  clearInterval(watch);
});
process.on('disconnect', () => process.exit());
reply({ kind: 'ready' });
