import { closedLoop } from '../load/closed-loop.js';
import { type Figure, row } from '../measurement.js';
import { median } from '../stats/percentiles.js';

const SENDERS = 4;
const ROUNDS = 4;
const ROUND_MS = 1_000;

/** Cost of a subscriber: messages to 10,000 subscribers against messages to 10, in turn, without receivers. */
export const subscribers: Figure = {
  name: 'subscribers',
  async measure({ stage: shared }) {
    const stage = await shared();
    const organization = await stage.warmCrowd();
    const streamIds = { ten: organization.streamId('ten'), all: organization.streamId('everybody') };
    const rounds: Record<'ten' | 'all', number[]> = { ten: [], all: [] };
    const load = { port: stage.port, connections: SENDERS, warmUpMs: 200, durationMs: ROUND_MS };
    for (let round = 0; round < ROUNDS; round++) {
      for (const size of ['ten', 'all'] as const) {
        const next = (sender: number) =>
          organization.user(sender).toStream(streamIds[size], 'size', 'How many are you?');
        const { latencies } = await closedLoop({ ...load, next });
        rounds[size].push(median(latencies));
      }
    }
    return {
      measurements: [
        row(
          'POST /messages to 10,000 subscribers against 10',
          Math.min(...rounds.all) / Math.min(...rounds.ten),
          'times as long',
          { goal: { atMost: 1.2 }, peer: 'a row each' },
        ),
      ],
      details: { medianMs: rounds },
    };
  },
};
