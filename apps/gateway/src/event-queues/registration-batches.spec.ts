import { describe, expect, it, jest } from '@jest/globals';
import { RegistrationRoom } from '../admission/registration-room.js';
import { type BatchLimits, RegistrationBatches } from './registration-batches.js';

const batchesOf = (limits: BatchLimits, room = new RegistrationRoom()) => new RegistrationBatches(limits, room);
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('registrations', () => {
  it('begin in batches, in order, after the batch before has ended, also with failures', async () => {
    const batches = batchesOf({ size: 2, longestMs: 60_000, maxRunning: 8 });
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
    const batches = batchesOf({ size: 1, longestMs: 20, maxRunning: 8 });
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

  it('wait while too many run that do not end', async () => {
    jest.useFakeTimers();
    const batches = batchesOf({ size: 2, longestMs: 20, maxRunning: 3 });
    const ends: (() => void)[] = [];
    const registrations = [1, 2, 3, 4].map(() => batches.run(() => new Promise<void>((resolve) => ends.push(resolve))));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(3);

    ends[2]?.();

    await jest.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(4);
    for (const end of ends) end();
    await Promise.all(registrations);
    jest.useRealTimers();
  });

  it('are refused while the line is too long', async () => {
    const room = new RegistrationRoom();
    const batches = batchesOf({ size: 8, longestMs: 60_000, maxRunning: 8 }, room);
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const line: Promise<void>[] = [];
    const fill = () => {
      for (; line.length < 5_000; line.push(batches.run(() => held))) room.require();
    };

    expect(fill).toThrow(
      expect.objectContaining({ status: 503, fields: expect.objectContaining({ 'retry-after': 1 }) }),
    );

    // The rate until some have been measured.
    expect(line).toHaveLength(400);
    end();
    await Promise.all(line);
    expect(room.inLine).toBe(0);
    expect(() => room.require()).not.toThrow();
  });
});
