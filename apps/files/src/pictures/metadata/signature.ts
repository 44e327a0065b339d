import type { PictureFormat } from '../decoder/decoder-messages.js';

/** First bytes of a file that {@link formatOf} needs. */
export const SIGNATURE_BYTES = 64;
const AVIF_BRANDS: readonly string[] = ['avif', 'avis'];

/** The format that the first bytes of a file claim; undefined for files that have no preview. */
export function formatOf(firstBytes: Buffer): PictureFormat | undefined {
  const text = firstBytes.toString('latin1', 0, SIGNATURE_BYTES);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'webp';
  if (/^(?:II[*+]\0|MM\0[*+])/.test(text)) return 'tiff';
  return isAvif(text) ? 'avif' : undefined;
}

/** The main brand, then a version, then others. */
function isAvif(text: string): boolean {
  if (text.slice(4, 8) !== 'ftyp') return false;
  const brands = text.slice(8).match(/[\s\S]{4}/g) ?? [];
  return brands.some((brand, index) => index !== 1 && AVIF_BRANDS.includes(brand));
}
