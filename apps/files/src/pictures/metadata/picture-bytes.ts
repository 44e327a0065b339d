import { type FileHandle, open } from 'node:fs/promises';

const WINDOW_BYTES = 64 * 1024;

/** Random access to the bytes of a picture in a file. Holds one part of the file in memory. */
export class PictureBytes {
  private window = Buffer.alloc(0);
  private windowStart = 0;

  private constructor(
    private readonly file: FileHandle,
    readonly size: number,
  ) {}

  static async use<Result>(path: string, use: (bytes: PictureBytes) => Promise<Result>): Promise<Result> {
    const file = await open(path);
    try {
      return await use(new PictureBytes(file, (await file.stat()).size));
    } finally {
      await file.close();
    }
  }

  /** The bytes from `offset` on: `length` of them, or fewer at the end of the file. */
  async read(offset: number, length: number): Promise<Buffer> {
    const start = Math.min(offset, this.size);
    const end = Math.min(start + length, this.size);
    if (start < this.windowStart || end > this.windowStart + this.window.length) await this.load(start, end);
    return this.window.subarray(start - this.windowStart, end - this.windowStart);
  }

  /** As many bytes as are at hand from `offset` on, fewer than `atLeast` only at the end of the file. */
  async readSome(offset: number, atLeast: number): Promise<Buffer> {
    await this.read(offset, atLeast);
    return this.window.subarray(Math.min(offset, this.size) - this.windowStart);
  }

  private async load(start: number, end: number): Promise<void> {
    const length = Math.min(Math.max(end - start, WINDOW_BYTES), this.size - start);
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(length), 0, length, start);
    if (bytesRead !== length) throw new Error('The file became shorter while it was read.');
    this.window = buffer;
    this.windowStart = start;
  }
}
