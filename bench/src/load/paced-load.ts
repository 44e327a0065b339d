import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { sleep } from './closed-loop.js';
import { HttpConnection, isServed } from './http-connection.js';

/** Number and rate of requests. */
export interface Pace {
  readonly port: number;
  /** Infinity: every connection sends its next request right after any response. */
  readonly perSecond: number;
  readonly durationMs: number;
  /** A request that is due while all connections wait for a response is skipped. Default: as many connections as needed. */
  readonly connections?: number | undefined;
}

/**
 * Calls `send` with an idle connection at a fixed rate, independent of responses. Resolves after the last response with the number of
 * skipped requests.
 */
export async function sendAtPace(
  { port, perSecond, durationMs, connections }: Pace,
  send: (connection: HttpConnection) => Promise<void>,
): Promise<number> {
  const all = Array.from({ length: connections ?? 0 }, () => new HttpConnection(port));
  const idle = [...all];
  const open = new Set<Promise<void>>();
  const free = (): HttpConnection | undefined => {
    if (idle.length > 0 || connections !== undefined) return idle.shift();
    const connection = new HttpConnection(port);
    all.push(connection);
    return connection;
  };
  const begin = (connection: HttpConnection): void => {
    const sending = send(connection).finally(() => {
      open.delete(sending);
      idle.push(connection);
    });
    open.add(sending);
  };
  const beganAt = performance.now();
  let skipped = 0;
  let due = 0;
  for (let now = beganAt; now < beganAt + durationMs; now = performance.now()) {
    const wanted = Math.floor(((now - beganAt) * perSecond) / 1000) + 1;
    for (; due < wanted; due++) {
      const connection = free();
      if (connection === undefined) break;
      begin(connection);
    }
    if (Number.isFinite(wanted)) {
      skipped += wanted - due;
      due = wanted;
    }
    await sleep(1);
  }
  await Promise.all(open);
  for (const connection of all) connection.close();
  return skipped;
}

export interface PacedLoad extends Pace {
  readonly next: () => Buffer;
}

/** Requests at a fixed rate. Resolves with the latencies of the responses with status 200, in milliseconds. */
export async function pacedLoad({ next, ...pace }: PacedLoad): Promise<{ latencies: number[]; failed: number }> {
  const latencies: number[] = [];
  let failed = 0;
  await sendAtPace(pace, async (connection) => {
    const startedAt = performance.now();
    if (await isServed(connection, next())) latencies.push(performance.now() - startedAt);
    else failed++;
  });
  return { latencies, failed };
}

/** One request, sent repeatedly at a fixed rate. */
export interface RepeatedRequest extends Pace {
  readonly request: Uint8Array;
}

/** {@link pacedLoad} in a thread of its own, which other work of the generator does not delay. */
export async function threadedLoad(load: RepeatedRequest): ReturnType<typeof pacedLoad> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load });
  const [outcome] = await once(worker, 'message');
  return outcome as Awaited<ReturnType<typeof pacedLoad>>;
}

if (parentPort !== null) {
  const { request, ...pace } = workerData as RepeatedRequest;
  const bytes = Buffer.from(request);
  parentPort.postMessage(await pacedLoad({ ...pace, next: () => bytes }));
}
