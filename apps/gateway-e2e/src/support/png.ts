import { deflateSync } from 'node:zlib';

/** A PNG that claims to be of this size and has data for one line at most; one character for each byte. */
export function png(width: number, height: number): string {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(typed), 4);
    return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(Math.min(width, 1_000) + 1));
  const chunks = [chunk('IHDR', size), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return `\x89PNG\r\n\x1a\n${Buffer.concat(chunks).toString('latin1')}`;
}

/** CRC-32 as PNG and gzip have it. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
