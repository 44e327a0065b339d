import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SharedResults } from './shared-results.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('shared results', () => {
  it('are returned to equal calls within a second and removed then, with or without another call', async () => {
    const shared = new SharedResults<number>(1_000);
    let made = 0;
    const get = (key: string) => shared.to(key, async () => ++made);

    expect(await get('realm 1')).toBe(1);
    jest.advanceTimersByTime(900);
    expect(await get('realm 1')).toBe(1);
    expect(await get('realm 2')).toBe(2);
    jest.advanceTimersByTime(100);
    expect(shared.size).toBe(1);
    expect(await get('realm 1')).toBe(3);

    jest.advanceTimersByTime(1_000);
    expect(shared.size).toBe(0);
  });

  it('that fail are made anew', async () => {
    const shared = new SharedResults<number>(1_000);
    const failed = shared.to('realm 1', () => Promise.reject(new Error('Redis is away')));
    await expect(failed).rejects.toThrow('Redis is away');

    const again = await shared.to('realm 1', async () => 5);

    expect(again).toBe(5);
    jest.advanceTimersByTime(999);
    expect(shared.size).toBe(1);
  });
});
