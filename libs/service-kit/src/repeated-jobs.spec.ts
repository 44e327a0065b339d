import { eventually } from '@chat/testing';
import { describe, expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { inBatches, RepeatedJobs } from './repeated-jobs.js';

describe('a repeated job', () => {
  const lines: object[] = [];
  const jobs = () => new RepeatedJobs({ error: (line: object) => void lines.push(line) } as unknown as Logger);

  it('runs again, also after a failure, until the process stops', async () => {
    const repeated = jobs();
    let runs = 0;
    let stopped: AbortSignal | undefined;
    repeated.start({
      name: 'sample',
      everyMs: 1,
      run: async (signal) => {
        stopped = signal;
        runs++;
        throw new Error('No.');
      },
    });
    await eventually(() => runs > 2);

    await repeated.onModuleDestroy();

    expect(stopped?.aborted).toBe(true);
    expect(lines[0]).toMatchObject({ job: 'sample', err: { message: 'No.' } });
    expect(lines).toHaveLength(runs);
  });

  it('does not run if the process stops before its first time', async () => {
    const repeated = jobs();
    let runs = 0;
    repeated.start({ name: 'late', everyMs: 1, firstAfterMs: 3_600_000, run: async () => runs++ });

    await repeated.onModuleDestroy();

    expect(runs).toBe(0);
  });
});

describe('work in batches', () => {
  const items = (count: number) => {
    const left = Array.from({ length: count }, (_, n) => n);
    const handled: number[] = [];
    const next = async () => left.slice(0, 2);
    const handle = async (item: number) => void handled.push(left.splice(left.indexOf(item), 1)[0] as number);
    return { next, handle, handled };
  };

  it.each([0, 1, 2, 5])('handles each of %i items once', async (count) => {
    const { next, handle, handled } = items(count);

    expect(await inBatches(2, next, handle)).toBe(count);
    expect(handled).toHaveLength(count);
  });

  it('ends before the next item when the process stops', async () => {
    const { next, handle, handled } = items(5);
    const stop = new AbortController();
    const handleOne = async (item: number) => {
      await handle(item);
      stop.abort();
    };

    expect(await inBatches(2, next, handleOne, stop.signal)).toBe(1);
    expect(handled).toEqual([0]);
  });
});
