import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MAX_SILENCE_MS, MIN_BYTES_PER_SECOND, TransferPace } from './transfer-pace.js';

describe('the pace of a transfer', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Whether the transfer is ended within ten minutes, with these bytes every second. */
  const isEnded = (bytesInSecond: (second: number) => number): boolean => {
    const onTooSlow = jest.fn();
    const pace = new TransferPace(onTooSlow);
    for (let second = 1; second <= 600; second++) {
      const bytes = bytesInSecond(second);
      if (bytes > 0) pace.add(bytes);
      jest.advanceTimersByTime(1_000);
    }
    pace.stop();
    return onTooSlow.mock.calls.length > 0;
  };

  it('may be the least rate, and uneven within a minute', () => {
    expect(isEnded(() => MIN_BYTES_PER_SECOND)).toBe(false);
    expect(isEnded((second) => (second % 30 === 1 ? 30 * MIN_BYTES_PER_SECOND : 0))).toBe(false);
  });

  it('ends below the least rate', () => {
    expect(isEnded(() => MIN_BYTES_PER_SECOND - 1)).toBe(true);
  });

  it('ends after a minute without a byte, however fast it was', () => {
    expect(isEnded((second) => (second % 119 === 1 ? 1_000_000 : 0))).toBe(true);
  });

  it('has no timers after its end', () => {
    const onTooSlow = jest.fn();
    new TransferPace(onTooSlow).stop();
    jest.advanceTimersByTime(10 * MAX_SILENCE_MS);

    expect(onTooSlow).not.toHaveBeenCalled();
  });
});
