import { describe, expect, it } from '@jest/globals';
import { CallSlots } from './call-slots.js';

const LIMITS = { maxInFlight: 2, overloadLatencyMs: 500, maxWaiting: 2, maxUploads: 1, maxDownloads: 1 };
const REFUSED = expect.objectContaining({ status: 503 });

describe('CallSlots', () => {
  it('refuses calls beyond each limit, and accepts calls again when others have ended', () => {
    const calls = new CallSlots(LIMITS);
    const first = calls.enter('upload', 'ana');
    expect(() => calls.enter('upload', 'ben')).toThrow(REFUSED);
    const second = calls.enter('ordinary', 'ben');
    expect(() => calls.enter('ordinary', 'cleo')).toThrow(REFUSED);
    const polls = [calls.enter('poll', 'ana'), calls.enter('poll', 'ana')];
    expect(() => calls.enter('poll', 'ben')).toThrow(REFUSED);

    for (const place of [first, first, second, ...polls]) place.leave();

    expect([calls.count, calls.waitingCount]).toEqual([0, 0]);
    calls.enter('upload', 'ben').leave();
  });

  it('always accepts `first` calls, and counts registrations apart', () => {
    const calls = new CallSlots(LIMITS);
    const places = [calls.enter('ordinary', 'ana'), calls.enter('ordinary', 'ben')];
    expect(calls.noSlotFor('cleo')).toBe('full');

    places.push(calls.enter('first', 'cleo'), calls.enter('registration', 'cleo'), calls.enter('registration', 'dan'));

    expect(() => calls.enter('registration', 'eva')).toThrow(REFUSED);
    expect(calls.count).toBe(5);
    for (const place of places) place.leave();
    expect(calls.count).toBe(0);
  });

  it('frees the slot of a call until its body has arrived', () => {
    const calls = new CallSlots({ ...LIMITS, maxInFlight: 1 });
    const slow = calls.enter('ordinary', 'ana');
    slow.beginTransfer();
    const quick = calls.enter('ordinary', 'ben');
    expect(() => slow.endTransfer()).toThrow(REFUSED);
    quick.leave();
    expect(calls.isIdle).toBe(false);

    slow.endTransfer();

    expect(() => calls.enter('ordinary', 'ben')).toThrow(REFUSED);
    slow.leave();
    expect(calls.isIdle).toBe(true);
  });

  it.each(['upload', 'download'] as const)('keeps the stream of an %s until its end, without a slot', (kind) => {
    const calls = new CallSlots({ ...LIMITS, maxInFlight: 1 });
    const slow = calls.enter(kind, 'ana');
    slow.beginTransfer();
    calls.enter('ordinary', 'ben').leave();
    expect(() => calls.enter(kind, 'ben')).toThrow(REFUSED);

    slow.leave();

    calls.enter(kind, 'ben').leave();
    expect(calls.count).toBe(0);
  });

  it('knows whether a call that streams no file was in flight in the last time', () => {
    let nowMs = 0;
    const calls = new CallSlots(LIMITS, () => nowMs);
    const transfers = [calls.enter('upload', 'ana'), calls.enter('poll', 'ana')];
    expect(calls.hadOthersWithin(100)).toBe(false);

    const slow = calls.enter('ordinary', 'ben');
    nowMs = 1_000;
    expect(calls.hadOthersWithin(100)).toBe(true);
    slow.beginTransfer();
    nowMs = 1_100;
    expect([calls.hadOthersWithin(101), calls.hadOthersWithin(100)]).toEqual([true, false]);
    slow.endTransfer();
    expect(calls.hadOthersWithin(100)).toBe(true);
    slow.leave();
    nowMs = 1_199;
    expect([calls.hadOthersWithin(100), calls.hadOthersWithin(99)]).toEqual([true, false]);
    for (const transfer of transfers) transfer.leave();
    expect(calls.hadOthersWithin(99)).toBe(false);
  });

  it('is idle without a call or a poll', () => {
    const calls = new CallSlots(LIMITS);
    expect(calls.isIdle).toBe(true);

    for (const kind of ['poll', 'ordinary'] as const) {
      const place = calls.enter(kind, 'ana');
      expect(calls.isIdle).toBe(false);
      place.leave();
      expect(calls.isIdle).toBe(true);
    }
  });
});
