import type { Measurement } from '../measurement.js';
import { insertHistory } from '../population/history.js';
import { HISTORY } from '../population/plans.js';
import { warmUp } from '../system/stage.js';
import type { Figure } from './figure.js';
import { type PageTimes, pageRequest, readPages } from './pages.js';

/** Messages; `BENCH_HISTORY` shortens a trial. */
const MESSAGES = Number(process.env['BENCH_HISTORY'] ?? 10_000_000);
/** More than messaging caches, so that hardly any page is still cached at its next request. */
const PLACES = 4_000;

const READERS = 16;

/**
 * Pages with ten million messages in a hundred streams: the newest page of one stream, as in the figure before, and pages at different
 * places of different streams.
 */
export const longHistory: Figure = {
  name: 'long-history',
  async measure({ ownStage }) {
    const stage = await ownStage({});
    try {
      const organization = await stage.organization(HISTORY);
      await warmUp(organization, 'stream 0', stage.port);
      const streams = Object.keys(HISTORY.streams).map((name) => organization.streamId(name));
      const { first, inserted } = await insertHistory(stage.system.databaseUrl, organization, streams, MESSAGES);
      await stage.becomeIdle();
      const requests = Array.from({ length: PLACES }, (_, place) => {
        const user = organization.users[place % organization.users.length] as (typeof organization.users)[0];
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
    } finally {
      await stage.close();
    }
  },
};

const measurementsOf = (
  { aloneMs, perSecond, cpu, pages }: PageTimes,
  what: string,
  perPage: string,
): readonly Measurement[] => [
  { what: `${what} (median)`, value: aloneMs, unit: 'ms', goal: { atMost: 4 } },
  { what: `${what}, 16 readers`, value: perSecond, unit: 'pages/s', goal: { atLeast: 1_000 }, comparedWith: 'http' },
  { what: `whole stack’s CPU ${perPage}, 16 readers`, value: cpu.stackMs / pages, unit: 'ms' },
];
