import { describe, expect, it } from '@jest/globals';
import { MIN_IN_LINE, RegistrationRoom, TARGET_WAIT_MS } from './registration-room.js';

const SECONDS = TARGET_WAIT_MS / 1_000;

/** A room after registrations at this rate. */
function roomAt(perSecond: number, nowMs = () => 0): RegistrationRoom {
  const room = new RegistrationRoom(nowMs);
  for (let second = 0; second < 100; second++) room.measure(perSecond, 1_000);
  return room;
}

describe('the room for registrations', () => {
  it('is as much as will be served within the target, and never less than a few', () => {
    const room = roomAt(100);
    const isFullAt = (each: RegistrationRoom) => (inLine: number) => Object.assign(each, { inLine }).isFull;
    expect([0, 100 * SECONDS - 10, 100 * SECONDS + 10].map(isFullAt(room))).toEqual([false, false, true]);

    expect([MIN_IN_LINE - 1, MIN_IN_LINE].map(isFullAt(roomAt(2)))).toEqual([false, true]);
  });

  it('is known before the first registration has ended, and soon replaced by a measurement', () => {
    const room = new RegistrationRoom();
    expect(room.perSecond).toBeCloseTo(50);

    for (let batch = 0; batch < 50; batch++) room.measure(8, 40);

    expect(room.perSecond).toBeGreaterThan(150);
  });

  it('hardly shrinks when registrations wait for a failover, and not at all while none succeeds', () => {
    const room = roomAt(200);
    room.measure(0, 30_000);
    expect(room.perSecond).toBeCloseTo(200);

    room.measure(8, 1_000);

    expect(room.perSecond).toBeGreaterThan(140);
  });

  it('gives refused clients turns at the rate of the registrations, up to a limit', () => {
    let nowMs = 0;
    const room = roomAt(100, () => nowMs);
    const refusals = (count: number) => Array.from({ length: count }, () => room.giveTurn());

    const first = refusals(1_000);
    expect([first[0], first[450], first[950]]).toEqual([1, 5, 10]);
    expect(refusals(5_000).at(-1)).toBe(2 * SECONDS);

    nowMs = 4_000;
    expect(refusals(1)[0]).toBe(2 * SECONDS - 3);
    nowMs = 60_000;
    expect(refusals(1)[0]).toBe(1);
  });
});
