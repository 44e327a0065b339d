import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Readable } from 'node:stream';

export interface ClamdLimits {
  readonly connectMs: number;
  /** Without progress: clamd takes no byte, or has no verdict after the last one. */
  readonly stallMs: number;
}

export const CLAMD_LIMITS: ClamdLimits = { connectMs: 5_000, stallMs: 60_000 };
const MAX_REPLY_BYTES = 1_000;
/** clamd reads chunks, each after its length. A chunk of no length is the last. */
const LENGTH_BYTES = 4;

/** `too_large`: more bytes than `StreamMaxLength` of clamd allows. */
export type Verdict = 'clean' | 'infected' | 'too_large';

/** The scanner cannot be reached, is too slow, or fails. */
export class ScannerAway extends Error {}

/** For `net.connect`: the path of a socket, or `host:port`. */
export function clamdConnection(address: string): NetConnectOpts {
  if (address.startsWith('/')) return { path: address };
  const at = address.lastIndexOf(':');
  const host = address.slice(0, at).replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(address.slice(at + 1)) };
}

/** Has clamd scan the stream (INSTREAM). Rejects with {@link ScannerAway}, after which the stream can be read on, or with its error. */
export async function clamdVerdict(
  connection: NetConnectOpts,
  bytes: Readable,
  { connectMs, stallMs }: ClamdLimits,
): Promise<Verdict> {
  const socket = connect(connection);
  socket.setTimeout(connectMs, () => socket.destroy(new Error('no connection in time')));
  const reply = replyOf(socket);
  try {
    await Promise.race([once(socket, 'connect'), reply]);
    socket.setTimeout(stallMs, () => socket.destroy(new Error('no progress in time')));
    let isSent = false;
    const sent = send(socket, bytes, reply).then(() => {
      isSent = true;
    });
    sent.catch(() => {});
    await Promise.race([sent, reply]);
    const verdict = verdictOf(await reply);
    if (verdict === 'clean' && !isSent) throw new Error('a verdict before the end');
    return verdict;
  } catch (error) {
    if (bytes.errored) throw bytes.errored;
    throw new ScannerAway(`The scanner is away: ${(error as Error).message}.`, { cause: error });
  } finally {
    socket.destroy();
  }
}

/** Rejects with {@link ScannerAway} unless clamd replies to PING. */
export async function pingClamd(
  connection: NetConnectOpts,
  { connectMs }: Pick<ClamdLimits, 'connectMs'>,
): Promise<void> {
  const socket = connect(connection);
  socket.setTimeout(connectMs, () => socket.destroy(new Error('no reply in time')));
  const reply = replyOf(socket);
  socket.write('zPING\0');
  try {
    const text = await reply;
    if (text.trim() !== 'PONG') throw new Error('another reply than PONG');
  } catch (error) {
    throw new ScannerAway(`The scanner is away: ${(error as Error).message}.`, { cause: error });
  } finally {
    socket.destroy();
  }
}

async function send(socket: Socket, bytes: Readable, reply: Promise<string>): Promise<void> {
  /** Resolves when clamd takes more, or has replied. */
  const write = async (part: Buffer): Promise<void> => {
    if (!socket.write(part)) await Promise.race([once(socket, 'drain'), reply]);
  };
  await write(Buffer.from('zINSTREAM\0', 'latin1'));
  for await (const chunk of bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(chunk.length);
    socket.write(length);
    await write(chunk);
  }
  await write(Buffer.alloc(LENGTH_BYTES));
}

/** The text up to the end of the connection or a null character. */
function replyOf(socket: Socket): Promise<string> {
  const reply = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('\0') || text.length > MAX_REPLY_BYTES) resolve(text.split('\0', 1)[0]!);
    });
    socket.once('end', () => resolve(text));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('no reply')));
  });
  reply.catch(() => {});
  return reply;
}

function verdictOf(reply: string): Verdict {
  if (/^stream: OK\s*$/.test(reply)) return 'clean';
  if (/^stream: .* FOUND\s*$/.test(reply)) return 'infected';
  if (/size limit exceeded/.test(reply)) return 'too_large';
  throw new Error(`it replied ${JSON.stringify(reply.slice(0, MAX_REPLY_BYTES))}`);
}
