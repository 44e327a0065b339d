import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type PassThrough, Transform, type TransformCallback } from 'node:stream';
import { passedBuffer } from '@chat/service-kit';
import { DETECTION_BYTES } from './content-type.js';

/** Bytes that arrive while the storage writes earlier ones, and that it then writes together. */
const BUFFERED_BYTES = 256 * 1024;

interface Options {
  /** Rejects if the file may not become that large. */
  readonly permit: (totalBytes: number) => Promise<void>;
  /** A second reader of the bytes. */
  readonly copyTo: PassThrough | null;
}

/** Passes the bytes of an upload on, and measures them on the way. */
export class MeasuredBytes extends Transform {
  size = 0;
  head = Buffer.alloc(0);
  private readonly hash = createHash('sha256');

  constructor(private readonly options: Options) {
    super({ highWaterMark: BUFFERED_BYTES });
  }

  /** Only after the last byte. */
  sha256(): Buffer {
    return this.hash.digest();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.measure(chunk).then(() => done(null, chunk), done);
  }

  override _flush(done: TransformCallback): void {
    this.options.copyTo?.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (error) this.options.copyTo?.destroy(error);
    done(error);
  }

  private async measure(chunk: Buffer): Promise<void> {
    const size = this.size + chunk.length;
    await this.options.permit(size);
    this.size = size;
    this.hash.update(chunk);
    passedBuffer(chunk);
    if (this.head.length < DETECTION_BYTES) {
      this.head = Buffer.concat([this.head, chunk.subarray(0, DETECTION_BYTES - this.head.length)]);
    }
    const { copyTo } = this.options;
    if (copyTo && !copyTo.write(chunk)) await once(copyTo, 'drain');
  }
}
