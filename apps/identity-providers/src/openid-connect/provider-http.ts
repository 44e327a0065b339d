import { isLoopback } from '@chat/configuration';

/** Of one response, decompressed. Keys, metadata and claims of a person are far smaller. */
const MAX_RESPONSE_BYTES = 512 * 1024;
/** At one provider. A provider that hangs must not collect requests and their memory. */
const MAX_REQUESTS = 64;
const REQUEST_TIMEOUT_MS = 5_000;
/** Statuses of responses without a body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** The provider does not respond in time, or with more than it may. The message is for the log. */
export class ProviderUnavailable extends Error {}

/** The part of the options of `fetch` that the library uses. */
export interface FetchOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: RequestInit['body'];
}

/**
 * Requests to one provider, with bounds: of time, of the size of a response, and of requests at once. It follows no redirects, and uses plain
 * HTTP on this machine only.
 */
export class ProviderHttp {
  private requests = 0;

  /** The response, with its whole body in memory. Rejects with `ProviderUnavailable`, at the latest when `signal` is aborted. */
  async fetch(address: string, options: FetchOptions, signal: AbortSignal): Promise<Response> {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
      throw new ProviderUnavailable(`${url.origin} is no HTTPS address`);
    if (this.requests >= MAX_REQUESTS)
      throw new ProviderUnavailable(`${MAX_REQUESTS} requests to ${url.origin} wait already`);
    this.requests++;
    try {
      return await boundedFetch(url, options, signal);
    } finally {
      this.requests--;
    }
  }
}

async function boundedFetch(url: URL, options: FetchOptions, signal: AbortSignal): Promise<Response> {
  const abort = new AbortController();
  const stop = () => abort.abort(new Error('timeout'));
  const timer = setTimeout(stop, REQUEST_TIMEOUT_MS);
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    const response = await fetch(url, { ...options, redirect: 'manual', signal: abort.signal } as RequestInit);
    const body = await wholeBody(response);
    const { status, headers } = response;
    return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });
  } catch (error) {
    const { cause, message } = error as Error;
    throw new ProviderUnavailable(`${url.origin}${url.pathname}: ${cause instanceof Error ? cause.message : message}`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function wholeBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES) throw new Error(`the response has more than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, length));
}
