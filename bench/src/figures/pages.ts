import type { ApiUser } from '../load/api-user.js';
import { closedLoop } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';
import { type Figure, type Measurement, row } from '../measurement.js';
import { insertHistory } from '../population/history.js';
import { HISTORY } from '../population/organization.js';
import { median } from '../stats/percentiles.js';
import { CpuMeter, type CpuUse } from '../system/processes.js';
import { type Stage, warmUp } from '../system/stage.js';

const PAGE = 100;
const ROUNDS = 100;
const READERS = 16;
/** Requests until the just-in-time compiler has finished. */
const WARM_UP_MS = 10_000;
const DURATION_MS = 3_000;

interface PageTimes {
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
const pageRequest = (user: ApiUser, streamId: number, anchor: number | 'newest'): Buffer =>
  user.get('/messages', {
    anchor,
    num_before: PAGE,
    num_after: 0,
    narrow: JSON.stringify([{ operator: 'stream', operand: streamId }]),
  });

/** Reads the pages in turn: by many readers to warm up, then one by one, then by many readers. */
async function readPages({ port, system }: Stage, requests: readonly Buffer[]): Promise<PageTimes> {
  let turn = 0;
  const next = () => requests[turn++ % requests.length] as Buffer;
  await closedLoop({ port, connections: READERS, durationMs: WARM_UP_MS, next });
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
    connections: READERS,
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

/** Pages of 100 messages out of one stream's history. */
export const getMessages: Figure = {
  name: 'get-messages',
  async measure({ stage: shared }) {
    const stage = await shared();
    const organization = await stage.warmCrowd();
    const streamId = organization.streamId('ten');
    const requests = organization.users.slice(0, READERS).map((user) => pageRequest(user, streamId, 'newest'));
    const times = await readPages(stage, requests);
    return {
      measurements: measurementsOf(times, 'GET /messages, 100 messages of a stream', 'per page of 100 messages', {
        alone: '11',
        perSecond: '122',
      }),
      details: { ...times },
    };
  },
};

/** Messages; `BENCH_HISTORY` shortens a trial. */
const MESSAGES = Number(process.env['BENCH_HISTORY'] ?? 10_000_000);
/** More than messaging caches, so that hardly any page is still cached at its next request. */
const PLACES = 4_000;

/**
 * Pages with ten million messages in a hundred streams: the newest page of one stream, as in the figure before, and pages at different
 * places of different streams.
 */
export const longHistory: Figure = {
  name: 'long-history',
  async measure({ ownStage }) {
    const stage = await ownStage();
    const organization = await stage.organization(HISTORY);
    await warmUp(organization, 'stream 0', stage.port);
    const streams = Object.keys(HISTORY.streams).map((name) => organization.streamId(name));
    const { first, inserted } = await insertHistory(stage.system.databaseUrl, organization, streams, MESSAGES);
    await stage.becomeIdle();
    const requests = Array.from({ length: PLACES }, (_, place) => {
      const user = organization.user(place);
      // The step is prime to both counts: the places are spread, and the same in every run.
      const streamId = streams[(place * 37) % streams.length] as number;
      return pageRequest(user, streamId, first + Math.floor((((place * 149) % PLACES) / PLACES) * inserted));
    });
    const one = organization.users
      .slice(0, READERS)
      .map((user) => pageRequest(user, organization.streamId('stream 0'), 'newest'));
    const stored = `${inserted.toLocaleString('en-US')} stored`;
    const newest = await readPages(stage, one);
    const anywhere = await readPages(stage, requests);
    return {
      measurements: [
        ...measurementsOf(
          newest,
          `GET /messages, 100 messages of a stream, ${stored}`,
          'per page of a stream among them',
        ),
        ...measurementsOf(anywhere, `GET /messages, 100 messages anywhere, ${stored}`, 'per page anywhere'),
      ],
      details: { ...anywhere, newest },
    };
  },
};

const measurementsOf = (
  { aloneMs, perSecond, cpu, pages }: PageTimes,
  what: string,
  perPage: string,
  peer: { readonly alone?: string; readonly perSecond?: string } = {},
): readonly Measurement[] => [
  row(`${what} (median)`, aloneMs, 'ms', { goal: { atMost: 4 }, peer: peer.alone }),
  row(`${what}, 16 readers`, perSecond, 'pages/s', {
    goal: { atLeast: 1_000 },
    peer: peer.perSecond,
    comparedWith: 'http',
  }),
  row(`whole stack’s CPU ${perPage}, 16 readers`, cpu.stackMs / pages, 'ms'),
];
