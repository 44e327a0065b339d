import { describe, expect, it } from '@jest/globals';
import { RegistrationBatches } from './registration-batches.js';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('registrations', () => {
  it('begin in batches, in order, after the batch before has ended, also with failures', async () => {
    const batches = new RegistrationBatches({ size: 2, longestMs: 60_000 });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const results = [0, 1, 2, 3].map((number) =>
      batches
        .run(async () => {
          begun.push(number);
          await new Promise<void>((resolve) => ends.push(resolve));
          if (number === 1) throw new Error('failed');
          return number;
        })
        .catch((error: Error) => error.message),
    );

    await settle();
    expect(begun).toEqual([0]);
    ends[0]?.();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
    ends[1]?.();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
    ends[2]?.();
    await settle();
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[3]?.();

    expect(await Promise.all(results)).toEqual([0, 'failed', 2, 3]);
    expect(await batches.run(async () => 'free again')).toBe('free again');
  });

  it('begin although one of the batch before does not end', async () => {
    const batches = new RegistrationBatches({ size: 1, longestMs: 20 });
    let finish: (text: string) => void = () => {};
    const slow = batches.run(
      () =>
        new Promise<string>((resolve) => {
          finish = resolve;
        }),
    );

    expect(await batches.run(async () => 'next')).toBe('next');

    finish('slow');
    expect(await slow).toBe('slow');
    expect(await Promise.all([1, 2].map((number) => batches.run(async () => number)))).toEqual([1, 2]);
  });
});
