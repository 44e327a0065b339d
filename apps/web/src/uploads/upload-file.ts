/** Bytes of one request: progress is shown, and a lost connection costs no more. */
export const CHUNK_BYTES = 2 * 1024 * 1024;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;
/** Vain responses of the server, one after the other, before the upload fails. Without the network it waits. */
const MAX_RESPONSES = 12;

export interface UploadedFile {
  readonly url: string;
  readonly filename: string;
}

/** The upload was refused, with the words of the server. */
export class UploadRefused extends Error {}

export interface UploadParts {
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>;
  /** Absolute address of new uploads. */
  readonly endpoint: string;
  readonly csrfToken: () => string;
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
  /** The address of an upload that began earlier, with the same file. */
  readonly address?: string | undefined;
  /** The server has an upload for the file. */
  readonly onBegin?: ((address: string) => void) | undefined;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Uploads a file by tus 1.0.0. After a broken connection it asks for the offset and goes on from there. Aborting removes the upload.
 * Rejects with `UploadRefused`, or with the last error after several vain responses.
 */
export async function uploadFile(file: File, parts: UploadParts): Promise<UploadedFile> {
  const upload = new Upload(file, parts);
  let delayMs = FIRST_DELAY_MS;
  let isUnsure = parts.address !== undefined;
  for (let vain = 0; ; ) {
    try {
      const before = upload.offset;
      const done = await upload.sendNext(isUnsure);
      isUnsure = false;
      if (done !== undefined) return done;
      if (upload.offset > before) [vain, delayMs] = [0, FIRST_DELAY_MS];
    } catch (error) {
      isUnsure = true;
      if (parts.signal.aborted) upload.remove();
      vain += Number(error instanceof VainResponse);
      if (parts.signal.aborted || error instanceof UploadRefused || vain >= MAX_RESPONSES) throw error;
      await parts.pause(delayMs);
      delayMs = Math.min(2 * delayMs, MAX_DELAY_MS);
    }
  }
}

class Upload {
  offset = 0;
  private address: string | undefined;

  constructor(
    private readonly file: File,
    private readonly parts: UploadParts,
  ) {
    this.address = parts.address;
  }

  /** Sends the next bytes. `isUnsure`: the server may have more or less than was thought. */
  async sendNext(isUnsure: boolean): Promise<UploadedFile | undefined> {
    try {
      this.address ??= await this.begin();
      if (isUnsure) this.offset = await offsetOf(this.address, this.parts);
      const done = await continueFrom(this.file, this.offset, this.address, this.parts);
      if (done !== undefined) return done;
    } catch (error) {
      // The server removed the upload: a day has passed. Another one begins.
      if (error instanceof UploadGone) [this.address, this.offset] = [undefined, 0];
      throw error;
    }
    this.offset = Math.min(this.offset + CHUNK_BYTES, this.file.size);
    this.parts.onProgress(this.offset);
    return undefined;
  }

  private async begin(): Promise<string> {
    const address = await create(this.file, this.parts);
    this.parts.onBegin?.(address);
    return address;
  }

  remove(): void {
    if (this.address === undefined) return;
    void send('DELETE', this.address, {}, { ...this.parts, signal: undefined }).catch(() => undefined);
  }
}

/** The server responded, and the same request may succeed later. */
class VainResponse extends Error {}
class UploadGone extends VainResponse {}

async function create(file: File, parts: UploadParts): Promise<string> {
  const metadata = `filename ${base64(file.name)},filetype ${base64(file.type || 'application/octet-stream')}`;
  const response = await send(
    'POST',
    parts.endpoint,
    { 'Upload-Length': String(file.size), 'Upload-Metadata': metadata },
    parts,
  );
  const address = response.headers.get('Location');
  if (address === null) throw new VainResponse('An upload without an address.');
  return new URL(address, parts.endpoint).href;
}

async function offsetOf(address: string, parts: UploadParts): Promise<number> {
  const response = await send('HEAD', address, {}, parts);
  return Number(response.headers.get('Upload-Offset'));
}

/** Undefined until the last bytes have arrived. */
async function continueFrom(
  file: File,
  offset: number,
  address: string,
  parts: UploadParts,
): Promise<UploadedFile | undefined> {
  const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
  const bytes = file.slice(offset, offset + CHUNK_BYTES);
  const response = await send('PATCH', address, headers, parts, bytes);
  return response.status === 200 ? ((await response.json()) as UploadedFile) : undefined;
}

async function send(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  { fetch, csrfToken, signal }: Pick<UploadParts, 'fetch' | 'csrfToken'> & { readonly signal: AbortSignal | undefined },
  body?: Blob,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { 'Tus-Resumable': '1.0.0', 'X-CSRFToken': csrfToken(), ...headers },
    ...(body !== undefined && { body }),
    ...(signal !== undefined && { signal }),
  });
  if (response.ok) return response;
  if ([404, 410].includes(response.status) && method !== 'POST') throw new UploadGone('The upload is gone.');
  if (isRepeatable(response.status)) throw new VainResponse(`${method}: ${response.status}`);
  throw new UploadRefused(await wordsOf(response));
}

/** A conflict of offsets, a busy upload, a limit of the moment, a proxy without a server. */
const isRepeatable = (status: number): boolean => [408, 409, 423, 429].includes(status) || status >= 500;

const wordsOf = (response: Response): Promise<string> =>
  response.json().then(
    (body: { msg?: string }) => body.msg ?? '',
    () => '',
  );

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
