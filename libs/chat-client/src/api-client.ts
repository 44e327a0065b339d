import type { Endpoint, ParametersOf, Wire, WireResponseOf } from '@chat/contracts';
import { fetchTransport, type Transport } from './transport.js';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of a response.
  readonly body: any;
}

export type ApiParameters = Readonly<Record<string, unknown>>;

/** Parameters of a call that names its endpoint: `post<typeof sendMessage>('/messages', …)`. */
export type ParametersFor<E extends Endpoint> = Endpoint extends E
  ? ApiParameters
  : { readonly [Name in keyof Wire<ParametersOf<E>>]?: unknown };
// biome-ignore lint/suspicious/noExplicitAny: a call that names no endpoint has a response of any type.
type BodyFor<E extends Endpoint> = Endpoint extends E ? any : WireResponseOf<E>;
type Call = <E extends Endpoint = Endpoint>(path: string, parameters?: ParametersFor<E>) => Promise<BodyFor<E>>;

/** One call and its response. */
export interface ApiCall extends ApiResponse {
  readonly method: string;
  /** Below `/api/v1` or `/json`. */
  readonly path: string;
  readonly parameters: ApiParameters;
}

/** An error response to a call that had to succeed. */
export class UnexpectedResponse extends Error {
  constructor(
    call: string,
    readonly response: ApiResponse,
  ) {
    super(`${call}: ${response.status} ${JSON.stringify(response.body)}`);
  }
}

/** No response to a call came: the connection failed, or the call was aborted. */
export class NoResponse extends Error {
  constructor(call: string, cause: unknown) {
    super(`${call}: no response (${cause instanceof Error ? cause.message : cause})`, { cause });
  }
}

/** Clients encode text as it is and every other value as JSON. */
function encode(parameters: ApiParameters): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form.toString();
}

/** The session of a browser: its cookie goes with each request. */
export interface BrowserSession {
  /** The value of the cookie `csrftoken`, which another tab may replace. */
  readonly csrfToken: () => string;
}

export interface ApiClientOptions {
  readonly email?: string;
  readonly apiKey?: string;
  /** Calls `/json` with the cookies of the browser, instead of `/api/v1` with an API key. */
  readonly session?: BrowserSession;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: `fetch`. */
  readonly transport?: Transport;
  /** Receives every response, for example to compare it with its schema. */
  readonly onResponse?: ((call: ApiCall) => void) | undefined;
}

/** Calls the HTTP API as one user, or without credentials. Calls may run at the same time. */
export class ApiClient {
  private readonly headers: Readonly<Record<string, string>>;
  private readonly transport: Transport;
  private readonly root: string;

  /** `baseUrl` is empty in a page of the server. */
  constructor(
    baseUrl: string,
    private readonly options: ApiClientOptions = {},
  ) {
    const { email, apiKey, session, headers, transport = fetchTransport } = options;
    this.transport = transport;
    this.root = `${baseUrl}${session ? '/json' : '/api/v1'}`;
    this.headers = {
      ...headers,
      ...(email !== undefined && { authorization: `Basic ${base64(`${email}:${apiKey}`)}` }),
    };
  }

  /** Resolves with any response, errors too. Rejects with `NoResponse`, or with an `UnexpectedResponse` if it is not JSON. */
  async call(method: string, path: string, parameters: ApiParameters = {}, signal?: AbortSignal): Promise<ApiResponse> {
    const encoded = encode(parameters);
    const isGet = method === 'GET';
    const { session } = this.options;
    const request = {
      method,
      url: `${this.root}${path}${isGet && encoded !== '' ? `?${encoded}` : ''}`,
      headers: {
        ...this.headers,
        ...(session && { 'x-csrftoken': session.csrfToken() }),
        ...(!isGet && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: isGet ? undefined : encoded,
      signal,
    };
    const { status, headers, text } = await this.transport.send(request).catch((error: unknown) => {
      throw new NoResponse(`${method} ${path}`, error);
    });
    const body = parse(text);
    if (body === undefined)
      throw new UnexpectedResponse(`${method} ${path}`, { status, headers, body: text.slice(0, 200) });
    const response = { status, headers, body };
    this.options.onResponse?.({ ...response, method, path, parameters });
    return response;
  }

  /** Resolves with the body of a success; rejects with an `UnexpectedResponse` otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: the shorthands below have the types of their endpoints.
  async succeed(method: string, path: string, parameters: ApiParameters = {}): Promise<any> {
    const response = await this.call(method, path, parameters);
    if (response.status === 200 && response.body.result === 'success') return response.body;
    throw new UnexpectedResponse(`${method} ${path}`, response);
  }

  readonly get: Call = (path, parameters) => this.succeed('GET', path, parameters);
  readonly post: Call = (path, parameters) => this.succeed('POST', path, parameters);
  readonly put: Call = (path, parameters) => this.succeed('PUT', path, parameters);
  readonly patch: Call = (path, parameters) => this.succeed('PATCH', path, parameters);
  readonly delete: Call = (path, parameters) => this.succeed('DELETE', path, parameters);

  /** Ends the idle connections of the transport. */
  close(): void {
    this.transport.close?.();
  }
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Undefined if the text is not JSON, as from a proxy. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
