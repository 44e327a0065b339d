import { HttpConnection } from './http-connection.js';

export type Form = Readonly<Record<string, string | number | boolean>>;

// biome-ignore lint/suspicious/noExplicitAny: figures read a few fields of responses.
type Json = any;

/** A client of one user: makes the bytes of requests. */
export class ApiUser {
  private readonly authorization: string;

  constructor(
    readonly port: number,
    readonly host: string,
    readonly userId: number,
    readonly email: string,
    readonly apiKey: string,
  ) {
    this.authorization = Buffer.from(`${email}:${apiKey}`).toString('base64');
  }

  /** The headers that identify realm and user, for other HTTP clients. */
  get credentials(): Record<string, string> {
    return { Host: this.host, Authorization: `Basic ${this.authorization}`, 'User-Agent': 'chat-bench/1.0' };
  }

  post(path: string, form: Form): Buffer {
    return this.form('POST', path, form);
  }

  delete(path: string, form: Form): Buffer {
    return this.form('DELETE', path, form);
  }

  get(path: string, query: Form): Buffer {
    return Buffer.from(`GET /api/v1${path}?${encode(query)} HTTP/1.1\r\n${this.headers()}\r\n`);
  }

  toStream(streamId: number, topic: string, content: string): Buffer {
    return this.post('/messages', { type: 'stream', to: streamId, topic, content });
  }

  /** Sends one request on a connection of its own and returns the parsed body; throws unless it succeeded. */
  async ask(request: Buffer): Promise<Json> {
    const connection = new HttpConnection(this.port);
    try {
      const { status, body } = await connection.exchange(request);
      if (status !== 200) throw new Error(`${firstLine(request)} was answered ${status}: ${body}`);
      return JSON.parse(body.toString());
    } finally {
      connection.close();
    }
  }

  private form(method: string, path: string, form: Form): Buffer {
    const body = encode(form);
    return Buffer.from(
      `${method} /api/v1${path} HTTP/1.1\r\n${this.headers()}Content-Type: application/x-www-form-urlencoded\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }

  private headers(): string {
    return `Host: ${this.host}\r\nAuthorization: Basic ${this.authorization}\r\nUser-Agent: chat-bench/1.0\r\n`;
  }
}

/** Without the headers, which carry a key. */
const firstLine = (request: Buffer): string => request.toString('latin1').split('\r\n', 1)[0] as string;

const encode = (form: Form): string =>
  Object.entries(form)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
