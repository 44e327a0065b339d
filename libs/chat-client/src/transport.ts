/** One HTTP request with its headers. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, or a path at the server of the page. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends requests. Rejects if the connection fails, the signal aborts, or no response comes within a bounded time. */
export interface Transport {
  send(request: HttpRequest): Promise<HttpResponse>;
  close?(): void;
}

/** Longer than a long poll and every other deadline of the server. */
const RESPONSE_TIMEOUT_MS = 120_000;

export const fetchTransport: Transport = {
  async send({ url, signal, ...request }) {
    const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const response = await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
  },
};
