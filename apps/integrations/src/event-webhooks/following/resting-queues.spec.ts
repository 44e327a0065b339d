import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MAX_HOLD_MS } from '../sending/delivery-sender.js';
import type { FoundEvents } from './queue-events.js';
import { RestingQueues } from './resting-queues.js';

const ID = 7;
let awake: number[];
let resting: RestingQueues;

beforeEach(() => {
  jest.useFakeTimers();
  awake = [];
  resting = new RestingQueues((ids) => awake.push(...ids));
});
afterEach(() => void jest.useRealTimers());

const found = (count: number, more = false) =>
  ({
    webhook: { id: ID },
    news: { kind: 'events', entries: Array.from({ length: count }), more },
  }) as unknown as FoundEvents;

function continueFlood(ms: number, everyMs = 50): void {
  for (let passedMs = 0; passedMs < ms; passedMs += everyMs) {
    jest.advanceTimersByTime(everyMs);
    resting.noteNews(ID);
  }
}

describe('a queue with a flood of events', () => {
  it('rests until the flood is over', () => {
    expect(resting.add([found(20)])).toEqual([{ id: ID }]);
    continueFlood(3_000);
    expect([resting.has(ID), awake]).toEqual([true, []]);

    jest.advanceTimersByTime(500);

    expect([resting.has(ID), awake]).toEqual([false, [ID]]);
    jest.advanceTimersByTime(60_000);
    expect(awake).toEqual([ID]);
  });

  it('rests no longer if few events follow', () => {
    resting.add([found(20)]);
    continueFlood(1_000, 100);

    expect([resting.has(ID), awake]).toEqual([false, [ID]]);
  });

  it('is read every quarter of a second if the flood lasts too long', () => {
    resting.add([found(20)]);
    continueFlood(MAX_HOLD_MS - 250);
    expect(awake).toEqual([]);

    continueFlood(1_250);
    expect(awake.length).toBeGreaterThanOrEqual(4);
    resting.add([found(1_000)]);
    awake.length = 0;
    continueFlood(1_000);

    expect(awake.length).toBeGreaterThanOrEqual(4);
  });
});

it.each([
  ['few events', found(19)],
  ['a backlog', found(1_000, true)],
])('a queue with %s does not rest', (_case, events) => {
  expect(resting.add([events])).toEqual([]);

  expect(resting.has(ID)).toBe(false);
});
