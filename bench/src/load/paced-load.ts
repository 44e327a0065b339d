import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { sleep } from './closed-loop.js';
import { HttpConnection } from './http-connection.js';

export interface PacedLoad {
  readonly port: number;
  readonly perSecond: number;
  readonly durationMs: number;
  readonly next: () => Buffer;
}

/**
 * Requests at a fixed rate, independent of responses. Resolves with the latencies in milliseconds. Time counts from the planned time of a
 * request, so a server that falls behind cannot hide it.
 */
export async function pacedLoad(load: PacedLoad): Promise<{ latencies: number[]; failed: number }> {
  const idle: HttpConnection[] = [];
  const all: HttpConnection[] = [];
  const latencies: number[] = [];
  const open: Promise<void>[] = [];
  let failed = 0;
  const send = async (): Promise<void> => {
    const startedAt = performance.now();
    let connection = idle.pop();
    if (!connection) {
      connection = new HttpConnection(load.port);
      all.push(connection);
    }
    try {
      const { status } = await connection.exchange(load.next());
      if (status === 200) latencies.push(performance.now() - startedAt);
      else failed++;
    } catch {
      failed++;
    }
    idle.push(connection);
  };
  const beganAt = performance.now();
  const total = Math.round((load.perSecond * load.durationMs) / 1000);
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - beganAt) * load.perSecond) / 1000) + 1);
    for (; sent < due; sent++) open.push(send());
    await sleep(1);
  }
  await Promise.all(open);
  for (const connection of all) connection.close();
  return { latencies, failed };
}

/** One request, sent repeatedly at a fixed rate. */
export interface RepeatedRequest extends Omit<PacedLoad, 'next'> {
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
