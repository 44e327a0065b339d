import { Readable } from 'node:stream';
import type { PartHead } from './multipart-head.js';

/** Rules for the one file of a request, with the errors of its endpoint. */
export interface FileLimits {
  readonly maxBytes: number;
  readonly tooLarge: () => Error;
  readonly several: () => Error;
}

/**
 * The file of a multipart request while it arrives. Its bytes are read no faster than the consumer takes them. They end when the whole
 * body has arrived and is sound; else the stream is destroyed with the `ApiError`, so a consumer that saw the end has the right bytes of
 * the only file. A consumer that needs no more bytes destroys the stream.
 */
export class IncomingFile {
  readonly field: string;
  /** As sent by the client: not safe as a path. */
  readonly fileName: string;
  /** As claimed by the client; empty if it sent none. */
  readonly contentType: string;
  readonly bytes: Readable;
  private length = 0;

  constructor(
    { name, fileName = '', contentType }: PartHead,
    private readonly part: Readable,
    private readonly limits: FileLimits,
    onDestroyed: () => void,
  ) {
    this.field = name;
    this.fileName = fileName;
    this.contentType = contentType;
    this.bytes = new Readable({
      read: () => part.resume(),
      destroy: (error, done) => {
        onDestroyed();
        done(error);
      },
    });
    // The body may fail before a consumer listens.
    this.bytes.on('error', () => {});
  }

  /** Bytes that the parser has read. */
  get parsed(): number {
    return this.length + this.part.readableLength;
  }

  /** Throws if the file has become too large. */
  add(chunk: Buffer): void {
    this.length += chunk.length;
    if (this.length > this.limits.maxBytes) throw this.limits.tooLarge();
    if (!this.bytes.destroyed && !this.bytes.push(chunk)) this.part.pause();
  }

  /** The body has arrived and is sound. */
  end(): void {
    if (!this.bytes.destroyed) this.bytes.push(null);
  }

  fail(error: Error): void {
    this.bytes.destroy(error);
  }
}
