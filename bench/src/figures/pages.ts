import type { ApiUser } from '../load/api-user.js';
import { closedLoop } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';
import { median } from '../stats/percentiles.js';
import { CpuMeter, type CpuUse } from '../system/cpu-meter.js';
import type { Stage } from '../system/stage.js';

const PAGE = 100;
const ROUNDS = 100;
const CONNECTIONS = 16;
/** Requests until the just-in-time compiler has finished. */
const WARM_UP_MS = 10_000;
const DURATION_MS = 3_000;

export interface PageTimes {
  /** Median of one page after the other, without other requests. */
  readonly aloneMs: number;
  /** With 16 readers. */
  readonly perSecond: number;
  readonly failed: number;
  readonly messagesInPage: number;
  /** CPU while 16 readers read, and the number of their pages. */
  readonly cpu: CpuUse;
  readonly pages: number;
}

/** The request for a page of 100 messages of a stream, up to an anchor. */
export const pageRequest = (user: ApiUser, streamId: number, anchor: number | 'newest'): Buffer =>
  user.get('/messages', {
    anchor,
    num_before: PAGE,
    num_after: 0,
    narrow: JSON.stringify([{ operator: 'stream', operand: streamId }]),
  });

/** Reads the pages in turn: by many readers to warm up, then one by one, then by many readers. */
export async function readPages({ port, system }: Stage, requests: readonly Buffer[]): Promise<PageTimes> {
  let turn = 0;
  const next = () => requests[turn++ % requests.length] as Buffer;
  await closedLoop({ port, connections: CONNECTIONS, durationMs: WARM_UP_MS, next });
  const connection = new HttpConnection(port);
  const times: number[] = [];
  let messagesInPage = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    const { status, body } = await connection.exchange(next());
    if (status !== 200) throw new Error(`GET /messages was answered ${status}: ${body}`);
    times.push(performance.now() - startedAt);
    messagesInPage = JSON.parse(body.toString()).messages.length;
  }
  connection.close();
  const meter = new CpuMeter(system);
  let cpu: CpuUse | undefined;
  const { perSecond, failed, answered } = await closedLoop({
    port,
    connections: CONNECTIONS,
    warmUpMs: 500,
    durationMs: DURATION_MS,
    next,
    onBegin: () => meter.begin(),
    onEnd: () => {
      cpu = meter.end();
    },
  });
  return { aloneMs: median(times), perSecond, failed, messagesInPage, cpu: cpu as CpuUse, pages: answered };
}
