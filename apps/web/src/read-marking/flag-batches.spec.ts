import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BATCH_MS, FlagBatches, MAX_BATCH } from './flag-batches.js';

describe('batches of flags', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('messages read within a moment are one request', async () => {
    const sent: (readonly number[])[] = [];
    const batches = new FlagBatches(async (ids) => sent.push(ids));

    batches.add([1]);
    batches.add([2, 1]);
    await jest.advanceTimersByTimeAsync(BATCH_MS);

    expect(sent).toEqual([[1, 2]]);
  });

  it('a request has a bounded number of messages', async () => {
    const sizes: number[] = [];
    const batches = new FlagBatches(async (ids) => sizes.push(ids.length));

    batches.add(Array.from({ length: MAX_BATCH + 1 }, (_, id) => id));
    await jest.advanceTimersByTimeAsync(BATCH_MS * 3);

    expect(sizes).toEqual([MAX_BATCH, 1]);
  });

  it('a failed request is sent again, later, together with those read meanwhile', async () => {
    const sent: (readonly number[])[] = [];
    const batches = new FlagBatches(async (ids) => {
      sent.push(ids);
      if (sent.length === 1) throw new Error('no network');
    });
    batches.add([1]);
    await jest.advanceTimersByTimeAsync(BATCH_MS);
    expect(sent).toEqual([[1]]);

    batches.add([2]);
    await jest.advanceTimersByTimeAsync(60_000);

    expect(sent.slice(1).flat().sort()).toEqual([1, 2]);
  });

  it('a message marked as unread before the request is not in it', async () => {
    const sent: (readonly number[])[] = [];
    const batches = new FlagBatches(async (ids) => sent.push(ids));
    batches.add([1, 2, 3]);

    expect(batches.dropFrom(2)).toEqual([2, 3]);
    await jest.advanceTimersByTimeAsync(BATCH_MS);

    expect(sent).toEqual([[1]]);
  });

  it('a message marked as unread during a request that fails is not sent again', async () => {
    const sent: (readonly number[])[] = [];
    let fail = (_: Error): void => undefined;
    const first = new Promise<void>((_, reject) => {
      fail = reject;
    });
    const batches = new FlagBatches((ids) => (sent.push(ids) === 1 ? first : Promise.resolve()));
    batches.add([1, 2]);
    await jest.advanceTimersByTimeAsync(BATCH_MS);

    expect(batches.dropFrom(2)).toEqual([2]);
    fail(new Error('no network'));
    await batches.settled();
    await jest.advanceTimersByTimeAsync(60_000);

    expect(sent).toEqual([[1, 2], [1]]);
  });

  it('the end of the page sends pending messages at once', async () => {
    const sent: (readonly number[])[] = [];
    const batches = new FlagBatches(async (ids) => sent.push(ids));
    batches.add([1]);

    await batches.flush();

    expect(sent).toEqual([[1]]);
  });
});
