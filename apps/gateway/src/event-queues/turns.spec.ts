import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('begin in groups, in the order of coming, when the group before has ended, failures too', async () => {
    const turns = new Turns({ groups: 1, inGroup: 2, longestMs: 60_000 });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const results = [0, 1, 2, 3].map((number) =>
      turns
        .take(async () => {
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
    expect(await turns.take(async () => 'free again')).toBe('free again');
  });

  it('may be of several groups', async () => {
    const turns = new Turns({ groups: 2, inGroup: 2, longestMs: 60_000 });
    const begun: number[] = [];
    const first = [0, 1, 2].map((number) => turns.take(async () => void begun.push(number)));

    expect(begun.length).toBeLessThanOrEqual(2);
    await Promise.all(first);

    expect(begun).toEqual([0, 1, 2]);
  });

  it('are not held for ever', async () => {
    const turns = new Turns({ groups: 1, inGroup: 1, longestMs: 20 });
    let finish: (text: string) => void = () => {};
    const slow = turns.take(
      () =>
        new Promise<string>((resolve) => {
          finish = resolve;
        }),
    );

    expect(await turns.take(async () => 'next')).toBe('next');

    finish('slow');
    expect(await slow).toBe('slow');
    expect(await Promise.all([1, 2].map((number) => turns.take(async () => number)))).toEqual([1, 2]);
  });
});
