import { connect, type Socket } from 'node:net';

/** A request in the bytes that go over the wire; nothing is corrected on the way. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, as they stand in the request line. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly ms: number;
}

/** The outcome without a response. */
export class NoAnswer extends Error {}

/**
 * Sends requests as they are and reads whole answers, over connections that are used again. Heads are sent as latin1, one
 * byte for each character, so that requests can have bytes that no HTTP library would send.
 */
export class RawHttp {
  private readonly idle: Socket[] = [];

  constructor(
    private readonly baseUrl: string,
    private readonly timeoutMs: number,
  ) {}

  async send(request: RawRequest): Promise<RawAnswer> {
    for (;;) {
      const used = this.idle.pop();
      // The server ends connections that are idle for long. Such a socket reports nothing any more.
      if (used?.destroyed) continue;
      const answer = await this.exchange(used ?? this.open(), request);
      if (answer !== 'closed') return answer;
      // A connection that had been idle may have been closed meanwhile; a new one may not.
      if (used === undefined) throw new NoAnswer('The connection ended without an answer');
    }
  }

  /** Over a connection of its own, for requests that leave it in no state to go on. */
  async sendAlone(request: RawRequest): Promise<RawAnswer> {
    const answer = await this.exchange(this.open(), request, true);
    if (answer === 'closed') throw new NoAnswer('The connection ended without an answer');
    return answer;
  }

  close(): void {
    for (const socket of this.idle.splice(0)) socket.destroy();
  }

  private open(): Socket {
    const { hostname, port } = new URL(this.baseUrl);
    return connect({ host: hostname, port: Number(port), noDelay: true });
  }

  private exchange(socket: Socket, request: RawRequest, isLast = false): Promise<RawAnswer | 'closed'> {
    const startedAt = performance.now();
    let received: Buffer = Buffer.alloc(0);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void, isReusable = false) => {
        clearTimeout(timer);
        socket.removeAllListeners();
        socket.on('error', () => {});
        if (isReusable && !isLast) this.idle.push(socket);
        else socket.destroy();
        settle();
      };
      const closed = () =>
        end(() => {
          const head = headOf(received);
          if (head === undefined) resolve('closed');
          else if (head.length === undefined) resolve(answerOf(head, received, startedAt));
          else reject(new NoAnswer('The answer was cut short'));
        });
      const timer = setTimeout(
        () => end(() => reject(new NoAnswer(`No answer within ${this.timeoutMs} ms`))),
        this.timeoutMs,
      );
      socket.on('data', (chunk) => {
        received = withoutInterim(received.length === 0 ? chunk : Buffer.concat([received, chunk]));
        const head = headOf(received);
        if (head === undefined || !isWhole(head, received, request.method)) return;
        const isReusable = head.headers.connection !== 'close';
        end(() => resolve(answerOf(head, received, startedAt)), isReusable);
      });
      socket.on('end', closed);
      socket.on('close', closed);
      // A server that refuses a body early closes the connection during the upload; an earlier response counts.
      socket.on('error', closed);
      socket.write(bytesOf(request));
    });
  }
}

function bytesOf({ method, target, headers, body }: RawRequest): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''];
  const head = Buffer.from(lines.join('\r\n'), 'latin1');
  return body === undefined ? head : Buffer.concat([head, body]);
}

const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNKS_END = Buffer.from('0\r\n\r\n');

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyStart: number;
  /** Absent when the answer does not say how long it is. */
  readonly length: number | undefined;
}

function headOf(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const length = headers['content-length'];
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    bodyStart: end + HEAD_END.length,
    length: length === undefined ? undefined : Number(length),
  };
}

/** The bytes after `100 Continue`, which is no final response. */
function withoutInterim(bytes: Buffer): Buffer {
  const head = headOf(bytes);
  return head !== undefined && head.status < 200 ? withoutInterim(bytes.subarray(head.bodyStart)) : bytes;
}

function isWhole({ status, headers, bodyStart, length }: Head, bytes: Buffer, method: string): boolean {
  if (method === 'HEAD' || status === 204 || status === 304) return true;
  if (length !== undefined) return bytes.length - bodyStart >= length;
  return headers['transfer-encoding'] === 'chunked' && bytes.subarray(-CHUNKS_END.length).equals(CHUNKS_END);
}

const answerOf = ({ status, headers, bodyStart }: Head, bytes: Buffer, startedAt: number): RawAnswer => ({
  status,
  headers,
  text: bytes.subarray(bodyStart).toString('utf8'),
  ms: performance.now() - startedAt,
});
