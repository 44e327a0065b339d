import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SharedAnswers } from './shared-answers.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('shared answers', () => {
  it('are returned to equal calls within a second and removed then, with or without another call', async () => {
    const shared = new SharedAnswers<number>(1_000);
    let made = 0;
    const ask = (question: string) => shared.to(question, async () => ++made);

    expect(await ask('realm 1')).toBe(1);
    jest.advanceTimersByTime(900);
    expect(await ask('realm 1')).toBe(1);
    expect(await ask('realm 2')).toBe(2);
    jest.advanceTimersByTime(100);
    expect(shared.size).toBe(1);
    expect(await ask('realm 1')).toBe(3);

    jest.advanceTimersByTime(1_000);
    expect(shared.size).toBe(0);
  });

  it('that fail are made anew', async () => {
    const shared = new SharedAnswers<number>(1_000);
    const failed = shared.to('realm 1', () => Promise.reject(new Error('Redis is away')));
    await expect(failed).rejects.toThrow('Redis is away');

    const again = await shared.to('realm 1', async () => 5);

    expect(again).toBe(5);
    jest.advanceTimersByTime(999);
    expect(shared.size).toBe(1);
  });
});
