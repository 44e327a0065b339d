import type { Readable } from 'node:stream';
import type { UploadLimits } from '@chat/contracts';
import { type ApiError, badRequest, tooLarge } from '@chat/contracts';
import { Dicer } from '@fastify/busboy';
import type { UploadedFile } from './call.js';
import { decodeUtf8, type FormBody, FormFields, MAX_FORM_FIELDS, tooManyFields } from './form-data.js';

export interface MultipartLimits {
  /** Undefined if the endpoint takes no files. */
  readonly upload: UploadLimits | undefined;
  /** Bytes of the whole body. */
  readonly maxBytes: number;
}

type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

const MAX_BOUNDARY_LENGTH = 70; // RFC 2046, 5.1.1
const MAX_PART_HEAD_BYTES = 8 * 1024;

/**
 * Reads a multipart/form-data body as it arrives. Rejects as soon as a limit is exceeded. Files of endpoints without `upload` are not
 * held in memory.
 */
export function readMultipart(body: Readable, contentType: string, limits: MultipartLimits): Promise<FormBody> {
  return new Promise((resolve, reject) => {
    // The declared type of the options lacks `maxHeaderSize`.
    const options = { boundary: boundaryOf(contentType), maxHeaderSize: MAX_PART_HEAD_BYTES };
    const parser = new Dicer(options);
    const parts = new PartCollector(limits.upload);
    let bytes = 0;
    let hasEnded = false;
    const fail = (error: ApiError): void => {
      body.unpipe(parser);
      body.resume();
      reject(error);
    };
    const resolveIfComplete = (): void => {
      if (hasEnded && parts.open === 0) resolve(parts);
    };
    parser.on('part', (part: Readable) => parts.add(part, fail, resolveIfComplete));
    parser.on('error', () => fail(malformed()));
    // Emitted at the closing delimiter, which may come before the end of the last part and of the body.
    parser.on('finish', () => {
      hasEnded = true;
      resolveIfComplete();
    });
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.maxBytes) fail(tooLarge(limits.maxBytes));
    });
    body.on('error', () => fail(malformed()));
    body.pipe(parser);
  });
}

/** Collects the parts of one body. */
class PartCollector implements FormBody {
  readonly fields = new FormFields();
  readonly files: UploadedFile[] = [];
  /** Parts that have begun and not ended. */
  open = 0;
  private count = 0;
  private begunFiles = 0;

  constructor(private readonly upload: UploadLimits | undefined) {}

  add(part: Readable, onError: (error: ApiError) => void, onEnd: () => void): void {
    let head: PartHead | undefined;
    let length = 0;
    const chunks: Buffer[] = [];
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        onError(error as ApiError);
      }
    };
    this.open++;
    part.on('header', (headers: PartHeaders) =>
      attempt(() => {
        head = readHead(headers);
        this.begin(head);
      }),
    );
    part.on('data', (chunk: Buffer) =>
      attempt(() => {
        length += chunk.length;
        if (head !== undefined && this.isHeld(head, length)) chunks.push(chunk);
      }),
    );
    part.on('error', () => onError(malformed()));
    part.on('end', () => {
      this.open--;
      attempt(() => this.end(head, Buffer.concat(chunks)));
      onEnd();
    });
  }

  private begin({ fileName }: PartHead): void {
    if (++this.count > MAX_FORM_FIELDS) throw tooManyFields();
    if (fileName === undefined || this.upload === undefined) return;
    const { maxFiles } = this.upload;
    if (++this.begunFiles > maxFiles) throw badRequest(`Too many files (limit: ${maxFiles})`);
  }

  /** Throws if a file has become too large. */
  private isHeld({ fileName }: PartHead, length: number): boolean {
    if (fileName === undefined) return true;
    if (this.upload === undefined) return false;
    if (length > this.upload.maxFileBytes) throw tooLarge(this.upload.maxFileBytes);
    return true;
  }

  private end(head: PartHead | undefined, bytes: Buffer): void {
    if (head === undefined) throw malformed();
    const { name, fileName, contentType } = head;
    // Without `upload` a file is an unknown parameter: its name counts, its content does not.
    if (fileName === undefined || this.upload === undefined) this.fields.add(name, decodeUtf8(bytes, name));
    else this.files.push({ field: name, fileName, contentType, bytes });
  }
}

function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined || boundary.length > MAX_BOUNDARY_LENGTH) throw malformed();
  return boundary;
}

interface PartHead {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string;
}

function readHead(headers: PartHeaders): PartHead {
  const disposition = headerText(headers['content-disposition']) ?? '';
  const name = dispositionParameter(disposition, 'name');
  if (!/^form-data\b/i.test(disposition) || name === undefined) throw malformed();
  return {
    name,
    fileName: extendedFileName(disposition) ?? dispositionParameter(disposition, 'filename'),
    contentType: headerText(headers['content-type']) ?? 'application/octet-stream',
  };
}

/** The parser gives a header as one character per byte. */
const headerText = (values: readonly string[] | undefined): string | undefined =>
  values === undefined ? undefined : decodeUtf8(Buffer.from(values.at(-1) ?? '', 'latin1'), 'A part of the body');

/**
 * Browsers write `"` as %22 and line breaks as %0D%0A in quoted names, and a backslash as itself (HTML, form submission);
 * other programs write `\"`.
 */
function dispositionParameter(disposition: string, parameter: string): string | undefined {
  const pattern = `;\\s*${parameter}=(?:"((?:\\\\"|[^"])*)"(?=\\s*(?:;|$))|([^\\s;"]+))`;
  const match = new RegExp(pattern, 'i').exec(disposition);
  const quoted = match?.[1]?.replaceAll('\\"', '"');
  return (quoted ?? match?.[2])?.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}

/** `filename*=UTF-8''name` (RFC 5987), which some HTTP libraries send for names that are not ASCII. */
function extendedFileName(disposition: string): string | undefined {
  const match = /;\s*filename\*=utf-8'[^']*'([^\s;]+)/i.exec(disposition);
  if (match?.[1] === undefined) return undefined;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    throw malformed();
  }
}

const malformed = () => badRequest('Malformed multipart/form-data body');
