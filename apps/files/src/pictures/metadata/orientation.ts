const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;
const SHORT = 3;
/** How a picture is shown that says nothing else. */
export const UPRIGHT = 1;

/** The orientation in Exif data without its prefix: 1 to 8; {@link UPRIGHT} for data that has none or cannot be read. */
export function orientationIn(exif: Buffer): number {
  const isLittle = exif.toString('latin1', 0, 4) === 'II*\0';
  if ((!isLittle && exif.toString('latin1', 0, 4) !== 'MM\0*') || exif.length < 8) return UPRIGHT;
  const u16 = (at: number): number => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  if (directory + 2 > exif.length) return UPRIGHT;
  const entries = Math.min(u16(directory), Math.floor((exif.length - directory - 2) / ENTRY_BYTES));
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (u16(entry) !== ORIENTATION_TAG || u16(entry + 2) !== SHORT) continue;
    const orientation = u16(entry + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : UPRIGHT;
  }
  return UPRIGHT;
}

/** Exif data, without its prefix, that has an orientation and nothing else. */
export function exifWith(orientation: number): Buffer {
  const exif = Buffer.from('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16LE(orientation, 18);
  return exif;
}
