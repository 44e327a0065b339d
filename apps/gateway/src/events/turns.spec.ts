import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('turns', () => {
  it('are so many at once, in the order of coming, and go on after a failure', async () => {
    const turns = new Turns(2, 60_000);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const results = [0, 1, 2, 3].map((number) =>
      turns
        .take(async () => {
          begun.push(number);
          await new Promise<void>((resolve) => ends.push(resolve));
          if (number === 0) throw new Error('failed');
          return number;
        })
        .catch((error: Error) => error.message),
    );
    const settle = () => new Promise((resolve) => setImmediate(resolve));

    await settle();
    expect(begun).toEqual([0, 1]);
    ends[0]?.();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
    for (let next = 1; next < 4; next++) {
      ends[next]?.();
      await settle();
    }

    expect(begun).toEqual([0, 1, 2, 3]);
    expect(await Promise.all(results)).toEqual(['failed', 1, 2, 3]);
    expect(await turns.take(async () => 'free again')).toBe('free again');
  });

  it('are not held for ever', async () => {
    const turns = new Turns(1, 20);
    let finish: (text: string) => void = () => {};
    const slow = turns.take(() => new Promise<string>((resolve) => (finish = resolve)));

    expect(await turns.take(async () => 'next')).toBe('next');

    expect(await turns.take(async () => 'and next')).toBe('and next');
    finish('slow');
    expect(await slow).toBe('slow');
    expect(await Promise.all([1, 2].map((number) => turns.take(async () => number)))).toEqual([1, 2]);
  });
});
