import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** False for other responses than 200, and for none. */
export const isServed = (connection: HttpConnection, request: Buffer): Promise<boolean> =>
  connection.exchange(request).then(({ status }) => status === 200, noResponse);
const noResponse = (): boolean => false;

interface Waiting {
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: Error) => void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/**
 * One persistent connection with one request at a time. It knows just enough HTTP for the gateway, so that the load generator uses as
 * little as possible of the measured machine: requests are bytes made in advance, responses need a Content-Length. Connects at its
 * first use, and again after the server closed it.
 */
export class HttpConnection {
  private socket: Socket | undefined;
  private waiting: Waiting | undefined;
  private chunks: Buffer[] = [];
  private received = 0;
  /** Start of the body and end of the response; 0 while the head is incomplete. */
  private bodyAt = 0;
  private endAt = 0;
  private status = 0;

  constructor(private readonly port: number) {}

  exchange(request: Buffer): Promise<HttpAnswer> {
    if (this.waiting) throw new Error('One request at a time.');
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket ??= this.open();
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket?.destroy();
    this.socket = undefined;
  }

  private open(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    let cause = 'ended';
    socket.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      cause = code ?? message;
    });
    socket.on('close', () => {
      if (this.socket === socket) this.socket = undefined;
      this.fail(new Error(`The connection was closed (${cause}).`));
    });
    return socket;
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.received += chunk.length;
    if (this.endAt === 0) this.readHead();
    if (this.endAt > 0 && this.received >= this.endAt) this.finish();
  }

  private readHead(): void {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    const [bytes] = this.chunks as [Buffer];
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = bytes.toString('latin1', 0, headEnd);
    const length = LENGTH.exec(head);
    if (!length) {
      this.socket?.destroy();
      this.fail(new Error(`An answer without length: ${head}`));
      return;
    }
    this.status = Number(head.slice(9, 12));
    this.bodyAt = headEnd + HEAD_END.length;
    this.endAt = this.bodyAt + Number(length[1]);
  }

  private finish(): void {
    const bytes = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
    const answer = { status: this.status, body: bytes.subarray(this.bodyAt, this.endAt) };
    this.takeWaiting()?.resolve(answer);
  }

  private fail(error: Error): void {
    this.takeWaiting()?.reject(error);
  }

  private takeWaiting(): Waiting | undefined {
    this.chunks = [];
    this.received = this.bodyAt = this.endAt = 0;
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }
}
