import { once } from 'node:events';
import type { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { OutboxSweeper } from './outbox-sweeper.js';

/** Everything that happens, with the second in which it does. */
let happened: string[];
const note = (what: string) => happened.push(`${performance.now() / 1000} s: ${what}`);
const logger = { info: () => note('info'), warn: () => note('warning'), error: () => note('error') };

beforeEach(() => {
  happened = [];
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Lets a sweeper run for so long, by a clock that stands still but while the sweeper waits. */
async function runFor(seconds: number, sweep: () => number): Promise<void> {
  const outbox = {
    sweep: async () => {
      note('sweep');
      return sweep();
    },
    prune: async (retentionSeconds: number) => void note(`prune what is ${retentionSeconds} s old`),
  };
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  const wait = async (ms = 0, _?: unknown, options?: { signal?: AbortSignal }) => {
    if (performance.now() + ms <= seconds * 1000) jest.advanceTimersByTime(ms);
    else {
      end();
      await once(options?.signal as AbortSignal, 'abort');
    }
  };
  const sweeper = new OutboxSweeper(outbox, logger, wait as typeof sleep);
  sweeper.start();
  await isOver;
  await sweeper.close();
}

it('an outbox is swept every two seconds and pruned every ten', async () => {
  await runFor(13, () => 0);

  expect(happened).toEqual([
    ...['2 s: sweep', '4 s: sweep', '6 s: sweep', '8 s: sweep', '10 s: sweep', '10 s: prune what is 120 s old'],
    '12 s: sweep',
  ]);
});

it('a sweeper logs its result, and sweeps again two seconds after a failure', async () => {
  const outcomes = [
    () => 3,
    () => {
      throw new Error('Redis is away');
    },
    () => 0,
  ];
  await runFor(7, () => (outcomes.shift() as () => number)());

  expect(happened).toEqual(['2 s: sweep', '2 s: info', '4 s: sweep', '4 s: warning', '6 s: sweep']);
});
