import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

export const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const COMMAND = 'zINSTREAM\0';
const PING = Buffer.from('zPING\0');

/** A scanner outside of our walls, with the protocol of clamd. `behaviour` may change at any time. */
export class FakeClamd {
  readonly sockets = new Set<Socket>();
  behaviour: 'scans' | 'hangs' | 'breaks' | 'is full' | 'stutters' = 'scans';
  scannedBytes = 0;
  private readonly server: Server;

  private constructor(readonly address: string) {
    this.server = createServer((socket) => this.serve(socket));
  }

  static async start(folder: string): Promise<FakeClamd> {
    const clamd = new FakeClamd(join(folder, 'clamd.sock'));
    await clamd.listen();
    return clamd;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.server.listen(this.address, resolve));
  }

  close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('close', () => this.sockets.delete(socket));
    if (this.behaviour === 'breaks') socket.destroy();
    if (this.behaviour === 'hangs') return;
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.equals(PING)) socket.end('PONG\0');
      const stream = streamIn(received);
      if (this.behaviour === 'is full' && received.length > 100) socket.end('INSTREAM size limit exceeded. ERROR\0');
      if (stream === undefined) return;
      this.scannedBytes += stream.length;
      if (this.behaviour === 'stutters') socket.end('stream: what? ERROR\0');
      else socket.end(stream.includes(EICAR) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
    });
  }
}

/** The stream without its frame; undefined before its end. */
function streamIn(received: Buffer): Buffer | undefined {
  if (received.toString('latin1', 0, COMMAND.length) !== COMMAND) return undefined;
  const chunks: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
