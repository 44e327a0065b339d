import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ChecksumAlgorithm, UploadChecksum } from '@chat/contracts';
import { passedBuffer } from '@chat/service-kit';

/** Bytes of a piece, and time after which a slow one ends: a killed process loses no more than the last piece. */
const MAX_PIECE_BYTES = 8 * 1024 * 1024;
const MAX_PIECE_MS = 30_000;

/** Reads the body of a request in pieces. A body that breaks off ends like a complete one, except for `failure`. */
export class PieceReader {
  /** Why the body ended before its end. */
  failure: Error | undefined;
  private readonly chunks: AsyncIterator<Buffer>;
  private readonly stopped: Promise<never>;
  private readonly hash: Hash | undefined;
  private next: Buffer | undefined;

  /** `stop` ends the body like a broken connection. */
  constructor(
    body: IncomingMessage,
    private readonly checksum: UploadChecksum | null,
    stop: AbortSignal,
    onStop: () => Error,
  ) {
    this.chunks = body.iterator({ destroyOnReturn: false });
    this.hash = checksum === null ? undefined : createHash(checksum.algorithm satisfies ChecksumAlgorithm);
    this.stopped = new Promise((_, reject) => stop.addEventListener('abort', () => reject(onStop()), { once: true }));
    this.stopped.catch(() => {});
  }

  /** Whether there are further bytes. Waits for them. */
  async hasMore(): Promise<boolean> {
    while (this.next === undefined && this.failure === undefined) {
      const { done, value } = await this.read();
      if (done) return false;
      if (value.length > 0) this.next = value;
    }
    return this.failure === undefined;
  }

  async *piece(maxBytes: number): AsyncGenerator<Buffer> {
    let left = Math.min(maxBytes, MAX_PIECE_BYTES);
    const endAt = performance.now() + MAX_PIECE_MS;
    while (left > 0 && performance.now() < endAt && (await this.hasMore())) {
      const next = this.next as Buffer;
      const chunk = next.subarray(0, left);
      this.next = chunk.length < next.length ? next.subarray(chunk.length) : undefined;
      this.hash?.update(chunk);
      left -= chunk.length;
      yield chunk;
      passedBuffer(chunk);
    }
  }

  /** After the last byte. */
  hasRightChecksum(): boolean {
    return this.hash === undefined || this.hash.digest('base64') === this.checksum?.digest;
  }

  private async read(): Promise<IteratorResult<Buffer>> {
    const reading = this.chunks.next();
    try {
      return await Promise.race([reading, this.stopped]);
    } catch (error) {
      reading.catch(() => {});
      this.failure = error as Error;
      return { done: true, value: undefined };
    }
  }
}
