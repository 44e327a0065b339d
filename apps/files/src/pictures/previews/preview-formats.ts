import { THUMBNAIL_FORMATS, type ThumbnailFormat } from '@chat/contracts';
import type { DecodedFacts, PictureCopy } from '../decoder/decoder-messages.js';

/** Size of the large copy of a picture that browsers cannot show; of an upright one, the other way round. */
const LONG_SIDE = 4_032;
const SHORT_SIDE = 3_024;
const FORMAT_NAME = /^([1-9]\d{0,4})x([1-9]\d{0,4})(-anim)?\.(?:webp|png|jpe?g|gif|avif)$/;

export interface NamedCopy extends PictureCopy {
  readonly name: string;
}

/** The copies of one picture. An animated one is made only of a picture that moves. */
export function copiesOf(isAnimated: boolean, transcoded: string | null): NamedCopy[] {
  const thumbnails = THUMBNAIL_FORMATS.filter(({ animated }) => isAnimated || !animated).map(thumbnailOf);
  return transcoded === null ? thumbnails : [...thumbnails, transcodedCopyOf(transcoded)];
}

/** Name of the large copy; null for a picture that browsers show. */
export function transcodedNameOf({ format, width, height }: DecodedFacts): string | null {
  if (format !== 'tiff') return null;
  return width >= height ? `${LONG_SIDE}x${SHORT_SIDE}.webp` : `${SHORT_SIDE}x${LONG_SIDE}.webp`;
}

export const previewKey = (storageKey: string, name: string): string =>
  `${storageKey.replace(/^uploads\//, 'previews/')}/${name}`;

export const previewKeys = (storageKey: string): string[] =>
  [
    ...THUMBNAIL_FORMATS.map(({ name }) => name),
    `${LONG_SIDE}x${SHORT_SIDE}.webp`,
    `${SHORT_SIDE}x${LONG_SIDE}.webp`,
  ].map((name) => previewKey(storageKey, name));

/** Name of the copy that is nearest to the wanted format. Undefined if `wanted` is the name of no format at all. */
export function nearestCopy(wanted: string, isAnimated: boolean, transcoded: string | null): string | undefined {
  const match = FORMAT_NAME.exec(wanted);
  if (match === null) return undefined;
  const [, width, height, moves] = match;
  const fits = copiesOf(isAnimated, transcoded).filter(
    (copy) => copy.isAnimated === (isAnimated && moves !== undefined),
  );
  const distance = (copy: NamedCopy) => Math.abs(copy.width - Number(width)) + Math.abs(copy.height - Number(height));
  return fits.sort((a, b) => distance(a) - distance(b))[0]?.name;
}

const thumbnailOf = ({ name, maxWidth, maxHeight, animated }: ThumbnailFormat): NamedCopy => ({
  ...{ name, format: 'webp', width: maxWidth, height: maxHeight, fit: 'inside', isAnimated: animated },
});

function transcodedCopyOf(name: string): NamedCopy {
  const [width = 0, height = 0] = name.split(/[x.]/).map(Number);
  return { name, format: 'webp', width, height, fit: 'inside', isAnimated: false };
}
