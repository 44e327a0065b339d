import { Agent, request } from 'node:http';
import type { Endpoint, ParametersOf, Wire, WireResponseOf } from '@chat/contracts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever the answer holds.
  readonly body: any;
}

export type ApiParameters = Readonly<Record<string, unknown>>;

/** Of a call that names its endpoint: `post<typeof sendMessage>('/messages', …)`. */
export type ParametersFor<E extends Endpoint> = Endpoint extends E
  ? ApiParameters
  : { readonly [Name in keyof Wire<ParametersOf<E>>]?: unknown };
// biome-ignore lint/suspicious/noExplicitAny: tests that name no endpoint look at whatever the answer holds.
type BodyFor<E extends Endpoint> = Endpoint extends E ? any : WireResponseOf<E>;
type Call = <E extends Endpoint = Endpoint>(path: string, parameters?: ParametersFor<E>) => Promise<BodyFor<E>>;

/** One call and what came back. */
export interface AnsweredCall extends ApiAnswer {
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly parameters: ApiParameters;
}

/** Sees every answer, for instance to hold it against its schema. */
export type AnswerListener = (call: AnsweredCall) => void;

/** An answer that should have been a success and was not. */
export class UnexpectedAnswer extends Error {
  constructor(
    what: string,
    readonly answer: ApiAnswer,
  ) {
    super(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

/** No request may hang: this is far beyond every deadline of the service but the long poll's. */
const GIVE_UP_MS = 120_000;
const MAX_CONNECTIONS = 64;

/** Encodes as real clients do: text as it is, everything else as JSON. */
function encode(parameters: ApiParameters): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form.toString();
}

export interface ClientIdentity {
  /** Which organization, when the server has several. */
  readonly host?: string;
  readonly email?: string;
  readonly apiKey?: string;
  readonly userAgent?: string | undefined;
  /** Costs nothing when left out. */
  readonly onAnswer?: AnswerListener | undefined;
}

/** Speaks to the service as one user, through HTTP only. Calls may run at once; `close` ends the idle connections. */
export class ApiClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  private readonly authorization: string | undefined;

  constructor(
    private readonly baseUrl: string,
    private readonly identity: ClientIdentity = {},
  ) {
    const { email, apiKey } = identity;
    if (email !== undefined) this.authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
  }

  /** The answer, whatever it is. Rejects when none came, or none in JSON. */
  async call(method: string, path: string, parameters: ApiParameters = {}, signal?: AbortSignal): Promise<ApiAnswer> {
    const answer = await this.exchange(method, path, parameters, signal);
    this.identity.onAnswer?.({ ...answer, method, path, parameters });
    return answer;
  }

  /** The answer's body; throws unless the answer is a success. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async succeed(method: string, path: string, parameters: ApiParameters = {}): Promise<any> {
    const answer = await this.call(method, path, parameters);
    if (answer.status !== 200 || answer.body.result !== 'success') {
      throw new UnexpectedAnswer(`${method} ${path}`, answer);
    }
    return answer.body;
  }

  readonly get: Call = (path, parameters) => this.succeed('GET', path, parameters);
  readonly post: Call = (path, parameters) => this.succeed('POST', path, parameters);
  readonly put: Call = (path, parameters) => this.succeed('PUT', path, parameters);
  readonly patch: Call = (path, parameters) => this.succeed('PATCH', path, parameters);
  readonly delete: Call = (path, parameters) => this.succeed('DELETE', path, parameters);

  close(): void {
    this.agent.destroy();
  }

  private exchange(method: string, path: string, parameters: ApiParameters, signal?: AbortSignal): Promise<ApiAnswer> {
    const encoded = encode(parameters);
    const url = new URL(`${this.baseUrl}/api/v1${path}`);
    if (method === 'GET') url.search = encoded;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        url,
        { method, agent: this.agent, signal, timeout: GIVE_UP_MS, headers: this.headers(method, encoded) },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            try {
              resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: JSON.parse(text) });
            } catch {
              reject(
                new Error(`${method} ${path} answered ${incoming.statusCode} with no JSON: ${text.slice(0, 200)}`),
              );
            }
          });
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path} hung for ${GIVE_UP_MS} ms`)));
      outgoing.on('error', reject);
      outgoing.end(method === 'GET' ? undefined : encoded);
    });
  }

  private headers(method: string, encoded: string): Record<string, string> {
    const { userAgent = 'chat-tests/1.0', host } = this.identity;
    return {
      'user-agent': userAgent,
      ...(host ? { host } : {}),
      ...(this.authorization ? { authorization: this.authorization } : {}),
      // Node sends the body of a DELETE without saying how long it is.
      ...(method === 'GET'
        ? {}
        : {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': String(Buffer.byteLength(encoded)),
          }),
    };
  }
}
