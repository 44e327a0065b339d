import type { Figure } from './figure.js';
import { pageRequest, readPages } from './pages.js';

const READERS = 16;

/** Pages of 100 messages out of one stream's history. */
export const getMessages: Figure = {
  name: 'get-messages',
  async measure({ stage: shared }) {
    const stage = await shared();
    const organization = await stage.warmCrowd();
    const streamId = organization.streamId('ten');
    const requests = organization.users.slice(0, READERS).map((user) => pageRequest(user, streamId, 'newest'));
    const { aloneMs, perSecond, cpu, pages, ...details } = await readPages(stage, requests);
    return {
      measurements: [
        {
          what: 'GET /messages, 100 messages of a stream (median)',
          value: aloneMs,
          unit: 'ms',
          goal: { atMost: 4 },
          peer: '11',
        },
        {
          what: 'GET /messages, 100 messages of a stream, 16 readers',
          value: perSecond,
          unit: 'pages/s',
          goal: { atLeast: 1_000 },
          peer: '122',
          comparedWith: 'http',
        },
        { what: 'whole stack’s CPU per page of 100 messages, 16 readers', value: cpu.stackMs / pages, unit: 'ms' },
      ],
      details: { cpu, pages, ...details },
    };
  },
};
