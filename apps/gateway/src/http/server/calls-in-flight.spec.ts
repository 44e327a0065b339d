import { describe, expect, it } from '@jest/globals';
import { CallsInFlight } from './calls-in-flight.js';

describe('CallsInFlight', () => {
  it('refuses what goes beyond each bound, and takes calls again when others left', () => {
    const calls = new CallsInFlight({ maxInFlight: 2, maxWaiting: 1, maxUploads: 1 });
    const first = calls.enter(true);
    expect(() => calls.enter(true)).toThrow(expect.objectContaining({ status: 503 }));
    const second = calls.enter(false);
    expect(() => calls.enter(false)).toThrow(expect.objectContaining({ status: 503 }));

    first.beginWaiting();
    const third = calls.enter(false);
    expect(() => second.beginWaiting()).toThrow(expect.objectContaining({ status: 503 }));

    for (const place of [first, first, second, third]) place.leave();
    expect(calls.count).toBe(0);
    calls.enter(true).leave();
  });

  it('refuses early while all calls take long, but for a few, and no longer than that', () => {
    let nowMs = 0;
    const calls = new CallsInFlight({ maxInFlight: 200, maxWaiting: 1, maxUploads: 1 }, () => nowMs);
    const places = Array.from({ length: 200 }, () => calls.enter(false));
    nowMs = 3_000;
    for (const place of places.splice(0, 50)) place.leave();
    nowMs = 5_500;
    for (const place of places.splice(0, 50)) place.leave();
    expect(() => calls.enter(false)).toThrow(expect.objectContaining({ status: 503 }));
    for (const place of places.splice(0, 40)) place.leave();

    const quick = calls.enter(false);
    nowMs = 6_000;
    quick.leave();

    expect(Array.from({ length: 140 }, () => calls.enter(false))).toHaveLength(140);
  });

  it('keeps no place for those whose body is still on its way', async () => {
    const calls = new CallsInFlight({ maxInFlight: 1, maxWaiting: 1, maxUploads: 1 });
    const slow = calls.enter(false);
    slow.beginReceiving();
    const quick = calls.enter(false);
    expect(() => slow.endReceiving()).toThrow(expect.objectContaining({ status: 503 }));
    quick.leave();
    expect(await calls.idle(1)).toBe(false);

    slow.endReceiving();

    expect(() => calls.enter(false)).toThrow(expect.objectContaining({ status: 503 }));
    slow.leave();
    expect(await calls.idle(1)).toBe(true);
  });

  it('tells when nothing is left, or that the time is over', async () => {
    const calls = new CallsInFlight({ maxInFlight: 2, maxWaiting: 2, maxUploads: 1 });
    const place = calls.enter(false);
    place.beginWaiting();
    expect(await calls.idle(1)).toBe(false);

    const idle = calls.idle(10_000);
    place.leave();

    expect(await idle).toBe(true);
    expect(await calls.idle(0)).toBe(true);
  });
});
