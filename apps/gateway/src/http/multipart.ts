import type { Readable } from 'node:stream';
import { tooLarge } from '@chat/contracts';
import { Dicer } from '@fastify/busboy';
import { decodeUtf8, type FormBody, FormFields, MAX_FORM_FIELDS, tooManyFields } from './form-data.js';
import { type FileLimits, IncomingFile } from './incoming-file.js';
import { boundaryOf, malformed, type PartHead, type PartHeaders, readHead } from './multipart-head.js';

export interface MultipartLimits {
  /** Undefined if the endpoint streams no file. */
  readonly file?: FileLimits | undefined;
  /** Bytes of the whole body, without those of a streamed file. */
  readonly maxBytes: number;
}

const MAX_PART_HEAD_BYTES = 8 * 1024;
/** Before a file the parser reads this much at a time: after a fault it cannot leave out the rest of its present bytes. */
const BYTES_BEFORE_FILE = 4 * 1024;

/**
 * Reads a multipart/form-data body as it arrives. Rejects as soon as a limit is exceeded. With `file`, it resolves at the head of the
 * first file: the fields after the file are added while its bytes are read. No file is held in memory.
 */
export function readMultipart(body: Readable, contentType: string, limits: MultipartLimits): Promise<FormBody> {
  return new Promise((resolve, reject) => {
    // The declared type of the options lacks `maxHeaderSize`.
    const options = { boundary: boundaryOf(contentType), maxHeaderSize: MAX_PART_HEAD_BYTES };
    const parser = new Dicer(options);
    let bytes = 0;
    let hasEnded = false;
    let isDiscarding = false;
    const discardRest = (): void => {
      isDiscarding = true;
      // The parser still reads the rest of its present bytes.
      parser.removeAllListeners('part');
      body.resume();
    };
    const parse = (chunk: Buffer): void => {
      for (let at = 0; at < chunk.length && !isDiscarding; ) {
        const end = parts.file === undefined ? at + BYTES_BEFORE_FILE : chunk.length;
        if (!parser.write(chunk.subarray(at, end))) body.pause();
        at = end;
      }
    };
    const fail = (error: Error): void => {
      discardRest();
      parts.file?.fail(error);
      // The rest waits for the response, after which only a limited part of it is read.
      parser.removeAllListeners('drain');
      body.pause();
      reject(error);
    };
    const resolveIfComplete = (): void => {
      if (!hasEnded || parts.open > 0) return;
      parts.file?.end();
      resolve(parts);
    };
    const parts = new PartCollector(limits, {
      fail,
      onEnd: resolveIfComplete,
      onFile: () => resolve(parts),
      discardRest,
    });
    parser.on('part', (part: Readable) => parts.add(part));
    parser.on('error', () => fail(malformed()));
    // Emitted at the closing delimiter, which may come before the end of the last part and of the body.
    parser.on('finish', () => {
      hasEnded = true;
      // Bytes after it wait until the file is stored. They would count for the limit.
      if (!isDiscarding) body.pause();
      resolveIfComplete();
    });
    body.on('data', (chunk: Buffer) => {
      if (isDiscarding) return;
      // Bytes that the parser has not read may belong to a file.
      const besidesFile =
        limits.file === undefined ? bytes + chunk.length : bytes - parser.writableLength - parts.fileBytes;
      bytes += chunk.length;
      if (besidesFile > limits.maxBytes) fail(tooLarge(limits.maxBytes));
      parse(chunk);
    });
    parser.on('drain', () => {
      if (!hasEnded) body.resume();
    });
    body.on('end', () => {
      if (!isDiscarding) parser.end();
    });
    body.on('error', () => fail(malformed()));
    body.on('close', () => {
      if (!body.readableEnded) fail(malformed());
    });
  });
}

interface CollectorEvents {
  readonly onFile: () => void;
  readonly onEnd: () => void;
  readonly fail: (error: Error) => void;
  /** Makes the rest of the body flow to nowhere. */
  readonly discardRest: () => void;
}

class PartCollector implements FormBody {
  readonly fields = new FormFields();
  file: IncomingFile | undefined;
  /** Parts that have begun and not ended. */
  open = 0;
  private count = 0;
  /** Whether the last part has no head yet. The parser reports that only after all parts of the present bytes, and then for each. */
  private isHeadMissing = false;

  constructor(
    private readonly limits: MultipartLimits,
    private readonly events: CollectorEvents,
  ) {}

  get fileBytes(): number {
    return this.file?.parsed ?? 0;
  }

  add(part: Readable): void {
    const { fail, onEnd } = this.events;
    if (this.isHeadMissing) {
      part.on('error', () => {}).resume();
      fail(malformed());
      return;
    }
    this.isHeadMissing = true;
    let target: PartTarget | undefined;
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        fail(error as Error);
      }
    };
    this.open++;
    part.on('header', (headers: PartHeaders) =>
      attempt(() => {
        this.isHeadMissing = false;
        target = this.begin(readHead(headers), part);
      }),
    );
    part.on('data', (chunk: Buffer) => attempt(() => target?.add(chunk)));
    part.on('error', () => fail(malformed()));
    part.on('end', () => {
      this.open--;
      attempt(() => {
        if (target === undefined) throw malformed();
        target.end?.();
      });
      onEnd();
    });
  }

  private begin(head: PartHead, part: Readable): PartTarget {
    if (++this.count > MAX_FORM_FIELDS) throw tooManyFields();
    if (head.fileName === undefined) return this.field(head);
    const { file } = this.limits;
    if (file !== undefined) return this.streamed(head, part, file);
    // For an endpoint without files, a file is an unknown parameter: its name counts, its content does not.
    return { add: () => {}, end: () => this.fields.add(head.name, '') };
  }

  private field({ name }: PartHead): PartTarget {
    const chunks: Buffer[] = [];
    return {
      add: (chunk) => chunks.push(chunk),
      end: () => this.fields.add(name, decodeUtf8(Buffer.concat(chunks), name)),
    };
  }

  private streamed(head: PartHead, part: Readable, limits: FileLimits): PartTarget {
    // Browsers send this part for a form in which no file was chosen.
    if (head.fileName === '') return { add: () => {} };
    if (this.file !== undefined) throw limits.several();
    const file = new IncomingFile(head, part, limits, this.events.discardRest);
    this.file = file;
    this.events.onFile();
    return { add: (chunk) => file.add(chunk) };
  }
}

/** Takes the bytes of one part. */
interface PartTarget {
  readonly add: (chunk: Buffer) => void;
  readonly end?: () => void;
}
