import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MIN_BYTES_PER_SECOND, TransferPace } from './transfer-pace.js';

describe('the pace of a transfer', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** The second in which the transfer is ended, within ten minutes, with these bytes every second. */
  const endOf = (bytesInSecond: (second: number) => number): number | undefined => {
    let bytes = 0;
    let now = 0;
    let endedAt: number | undefined;
    const pace = new TransferPace(
      () => bytes,
      () => {
        endedAt ??= now;
      },
    );
    for (now = 1; now <= 600; now++) {
      bytes += bytesInSecond(now);
      jest.advanceTimersByTime(1_000);
    }
    pace.stop();
    return endedAt;
  };

  it('may be the least rate, and uneven within a minute', () => {
    expect(endOf(() => MIN_BYTES_PER_SECOND)).toBeUndefined();
    expect(endOf((second) => (second % 30 === 1 ? 30 * MIN_BYTES_PER_SECOND : 0))).toBeUndefined();
  });

  it('ends after a minute below the least rate', () => {
    expect(endOf(() => MIN_BYTES_PER_SECOND - 1)).toBe(60);
  });

  it('ends after a minute without a byte, at any former rate', () => {
    expect(endOf((second) => (second <= 100 ? 1_000_000 : 0))).toBe(160);
  });

  it('has no timers after its end', () => {
    const onTooSlow = jest.fn();
    new TransferPace(() => 0, onTooSlow).stop();
    jest.advanceTimersByTime(600_000);

    expect(onTooSlow).not.toHaveBeenCalled();
  });
});
