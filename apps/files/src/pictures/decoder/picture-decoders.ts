import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import {
  DECODER_IDLE_MS,
  DECODER_MEMORY_BYTES,
  DECODER_TIMEOUT_MS,
  MAX_ANIMATED_PIXELS,
  MAX_COPYING_DECODERS,
  MAX_DECODERS,
  MAX_PICTURE_FRAMES,
  MAX_PICTURE_PIXELS,
  MAX_WAITING_PICTURES,
} from '../picture-limits.js';
import { Decoder, DecoderFailure } from './decoder.js';
import type { DecodedFacts, DecoderRequest, PictureCopy, PictureFault } from './decoder-messages.js';
import { removeForgottenFolders, withScratchFolder } from './scratch-folder.js';

export interface DecodedPicture {
  readonly facts: DecodedFacts;
  /** Paths of the copies, in their order; null for an animated copy of a still picture. */
  readonly copies: readonly (string | null)[];
}

/** The bytes are no picture that the decoder reads within its limits. */
export class PictureRefused extends Error {
  constructor(readonly fault: PictureFault) {
    super(`The picture is ${fault}.`);
  }
}

/** Too many pictures wait for a decoder, or the service stops. The picture itself may be good. */
export class DecodersBusy extends Error {}

interface Job {
  readonly request: DecoderRequest;
  readonly resolve: (picture: DecodedPicture) => void;
  readonly reject: (error: unknown) => void;
  readonly isSecondTry?: boolean;
}

const LIMITS = {
  pixels: MAX_PICTURE_PIXELS,
  animatedPixels: MAX_ANIMATED_PIXELS,
  frames: MAX_PICTURE_FRAMES,
  memoryBytes: DECODER_MEMORY_BYTES,
};

/**
 * Decodes pictures in processes of their own, each with limits of time, memory and pixels. A picture that ends its process is refused as
 * unreadable; other pictures do not notice. A process starts when a picture needs it, and ends after {@link DECODER_IDLE_MS} without work.
 */
@Injectable()
export class PictureDecoders implements OnModuleInit, OnApplicationShutdown {
  private readonly free: Decoder[] = [];
  private readonly working = new Set<Decoder>();
  private readonly urgent: Job[] = [];
  private readonly waiting: Job[] = [];
  private readonly idleTimers = new Map<Decoder, NodeJS.Timeout>();
  private isClosed = false;

  onModuleInit(): Promise<void> {
    return removeForgottenFolders();
  }

  /** Makes copies of a picture. `use` receives their paths and must not use them after it has settled. */
  decode<Result>(
    bytes: Readable,
    copies: readonly PictureCopy[],
    use: (picture: DecodedPicture) => Promise<Result>,
  ): Promise<Result> {
    return withScratchFolder(async (folder) => {
      const input = join(folder, 'picture');
      await pipeline(bytes, createWriteStream(input));
      return use(await this.decodeFile(input, copies, folder));
    });
  }

  /**
   * Makes copies of the picture in a file, as files of `folder`. Rejects with {@link PictureRefused} or {@link DecodersBusy}. A picture
   * without copies goes before others, since only its facts are read while a person waits for the response to an upload.
   */
  decodeFile(input: string, copies: readonly PictureCopy[], folder: string): Promise<DecodedPicture> {
    if (this.isClosed || this.urgent.length + this.waiting.length >= MAX_WAITING_PICTURES) {
      return Promise.reject(new DecodersBusy('No decoder is free.'));
    }
    const request = { input, copies: copies.map((copy, index) => ({ ...copy, path: join(folder, `copy-${index}`) })) };
    return new Promise((resolve, reject) => {
      (copies.length === 0 ? this.urgent : this.waiting).push({ request, resolve, reject });
      this.dispatch();
    });
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    const stopped = new DecodersBusy('The service stops.');
    for (const job of [...this.urgent.splice(0), ...this.waiting.splice(0)]) job.reject(stopped);
    for (const decoder of [...this.free.splice(0), ...this.working]) this.retire(decoder);
  }

  private dispatch(): void {
    while (this.urgent.length > 0 || (this.waiting.length > 0 && this.working.size < MAX_COPYING_DECODERS)) {
      const decoder = this.freeDecoder();
      if (decoder === undefined) return;
      this.working.add(decoder);
      void this.run(decoder, this.urgent.shift() ?? this.waiting.shift()!);
    }
  }

  private freeDecoder(): Decoder | undefined {
    for (let decoder = this.free.pop(); decoder !== undefined; decoder = this.free.pop()) {
      clearTimeout(this.idleTimers.get(decoder));
      this.idleTimers.delete(decoder);
      if (!decoder.hasEnded) return decoder;
    }
    return this.working.size < MAX_DECODERS ? new Decoder(LIMITS, DECODER_TIMEOUT_MS) : undefined;
  }

  private async run(decoder: Decoder, job: Job): Promise<void> {
    const { request, resolve, reject } = job;
    try {
      const decoded = await decoder.run(request);
      if (decoded.kind === 'refused') reject(new PictureRefused(decoded.fault));
      else {
        const copies = request.copies.map(({ path }, index) => (decoded.made[index] ? path : null));
        resolve({ facts: decoded.facts, copies });
      }
    } catch (error) {
      this.fail(job, error);
    }
    this.release(decoder);
    this.dispatch();
  }

  private fail(job: Job, error: unknown): void {
    const isFailure = error instanceof DecoderFailure && error.reason !== 'start' && !this.isClosed;
    if (!isFailure) job.reject(error);
    // A process that something else killed must not make a good picture unreadable.
    else if (error.reason === 'death' && !job.isSecondTry) this.urgent.unshift({ ...job, isSecondTry: true });
    else job.reject(new PictureRefused('unreadable'));
  }

  private release(decoder: Decoder): void {
    this.working.delete(decoder);
    if (decoder.hasEnded) return;
    if (this.isClosed) {
      decoder.end();
      return;
    }
    this.free.push(decoder);
    const timer = setTimeout(() => this.retire(decoder), DECODER_IDLE_MS);
    this.idleTimers.set(decoder, timer.unref());
  }

  private retire(decoder: Decoder): void {
    clearTimeout(this.idleTimers.get(decoder));
    this.idleTimers.delete(decoder);
    const at = this.free.indexOf(decoder);
    if (at >= 0) this.free.splice(at, 1);
    decoder.end();
  }
}
