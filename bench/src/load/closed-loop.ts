import { HttpConnection, isServed } from './http-connection.js';

export interface ClosedLoop {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  /** Load before counting begins. */
  readonly warmUpMs?: number;
  /** The next request of a connection. */
  readonly next: (connection: number) => Buffer;
  /** Called when counting begins and ends. */
  readonly onBegin?: () => void;
  readonly onEnd?: () => void;
}

export interface LoopOutcome {
  readonly perSecond: number;
  readonly answered: number;
  readonly seconds: number;
  /** Responses other than 200, and broken connections. */
  readonly failed: number;
  /** Of the counted responses, in milliseconds. */
  readonly latencies: readonly number[];
}

/** A number of connections; each sends its next request after the response to the last one. */
export async function closedLoop(loop: ClosedLoop): Promise<LoopOutcome> {
  const latencies: number[] = [];
  let failed = 0;
  let isCounting = false;
  let isOver = false;
  const run = async (index: number): Promise<void> => {
    const connection = new HttpConnection(loop.port);
    while (!isOver) {
      const startedAt = performance.now();
      const isGood = await isServed(connection, loop.next(index));
      if (!isCounting || isOver) continue;
      if (isGood) latencies.push(performance.now() - startedAt);
      else failed++;
    }
    connection.close();
  };
  const running = Promise.all(Array.from({ length: loop.connections }, (_, index) => run(index)));
  await sleep(loop.warmUpMs ?? 0);
  loop.onBegin?.();
  isCounting = true;
  const beganAt = performance.now();
  await sleep(loop.durationMs);
  isOver = true;
  const seconds = (performance.now() - beganAt) / 1000;
  loop.onEnd?.();
  await running;
  return { perSecond: latencies.length / seconds, answered: latencies.length, seconds, failed, latencies };
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Increments of a counter per second, after the warm-up. */
export async function ratePerSecond(
  count: () => number,
  { warmUpMs, durationMs }: { readonly warmUpMs: number; readonly durationMs: number },
): Promise<number> {
  await sleep(warmUpMs);
  const before = count();
  const beganAt = performance.now();
  await sleep(durationMs);
  return ((count() - before) * 1000) / (performance.now() - beganAt);
}
