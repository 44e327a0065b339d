import { expect, it } from '@jest/globals';
import { wronglyCounted } from './counted-losses.js';

const ZERO = {
  ...{ 'redis server': 0, postgresql: 0, log: 0, 'lost tail': 0, 'log gap': 0 },
  'log began anew': 0,
  epoch: 0,
};
const OF_REDIS = { ...ZERO, 'redis server': 1, 'lost tail': 3 };
const OF_POSTGRES = { ...ZERO, postgresql: 2, 'log began anew': 8, epoch: 1_790_000_000_000 };

it.each([
  ['no loss', { mayEnd: 'none' }, 0, ZERO],
  ['another server with all data', { mayEnd: 'none' }, 0, { ...ZERO, 'redis server': 1 }],
  ['a tail of Redis', { mayEnd: 'busy' }, 3, OF_REDIS],
  ['a tail of Redis that no client has', { mayEnd: 'busy' }, 0, { ...ZERO, 'redis server': 1 }],
  ['all data of Redis', { mayEnd: 'all' }, 8, { ...ZERO, 'redis server': 1 }],
  ['a tail of PostgreSQL', { mayEnd: 'all', losesWrites: true }, 8, OF_POSTGRES],
] as const)('%s is counted as expected', (_, scenario, endedQueues, after) => {
  expect(wronglyCounted(scenario, endedQueues, [ZERO, after])).toEqual([]);
});

it.each([
  ['a log that begins anew without a loss', { mayEnd: 'none' }, 0, { ...ZERO, log: 1, epoch: 1 }, 2],
  ['a loss of Redis without a count', { mayEnd: 'busy' }, 0, ZERO, 1],
  ['ended queues without a count', { mayEnd: 'busy' }, 1, { ...OF_REDIS, 'lost tail': 0 }, 1],
  ['a loss of PostgreSQL without a count', { mayEnd: 'all', losesWrites: true }, 8, ZERO, 3],
  ['a new log without its epoch', { mayEnd: 'all', losesWrites: true }, 8, { ...OF_POSTGRES, epoch: 0 }, 1],
] as const)('%s is reported', (_, scenario, endedQueues, after, sentences) => {
  expect(wronglyCounted(scenario, endedQueues, [ZERO, after])).toHaveLength(sentences);
});
