import { describe, expect, it } from '@jest/globals';
import { MAX_RENDERED, STEP, sliceOf, windowAround, withEarlier, withinLimit, withLater } from './list-window.js';

/** Ids have gaps. */
const ids = Array.from({ length: 1_000 }, (_, index) => index * 3 + 10);

describe('window of the message list', () => {
  it('opens around a message, also around one that is gone', () => {
    expect(sliceOf(ids, windowAround(ids, 310, true))).toEqual({ start: 100 - STEP, end: 100 + STEP });
    expect(sliceOf(ids, windowAround(ids, 309, true))).toEqual({ start: 100 - STEP, end: 100 + STEP });
  });

  it('opens at the end and follows it only if the newest messages are loaded', () => {
    expect(windowAround(ids, 'end', true).last).toBe('end');
    expect(windowAround(ids, 'end', false).last).toBe(ids.at(-1));
  });

  it('an empty view has an empty window, which follows its end', () => {
    const window = windowAround([], 'end', true);

    expect(sliceOf([], window)).toEqual({ start: 0, end: 0 });
    expect(sliceOf([5, 6], window)).toEqual({ start: 0, end: 2 });
  });

  it('grows at one end up to its limit and shrinks at the other', () => {
    let window = windowAround(ids, 'end', true);
    for (let step = 0; step < 20; step++) window = withEarlier(ids, window, true);

    const { start, end } = sliceOf(ids, window);

    expect(end - start).toBe(MAX_RENDERED);
    expect(start).toBe(1_000 - STEP * 21);
    for (let step = 0; step < 20; step++) window = withLater(ids, window, true);
    expect(window.last).toBe('end');
    expect(sliceOf(ids, window)).toEqual({ start: 1_000 - MAX_RENDERED, end: 1_000 });
  });

  it('stops at the first message', () => {
    let window = windowAround(ids, ids[10] as number, true);
    for (let step = 0; step < 3; step++) window = withEarlier(ids, window, true);

    expect(sliceOf(ids, window).start).toBe(0);
  });

  it('stays on its messages when older ones load before it', () => {
    const window = windowAround(ids.slice(500), ids[600] as number, true);

    expect(sliceOf(ids, window)).toEqual({ start: 600 - STEP, end: 600 + STEP });
  });

  it('after a flood drops the oldest at the end, and the newest elsewhere', () => {
    const window = { first: ids[0] as number, last: 'end' } as const;

    expect(sliceOf(ids, withinLimit(ids, window, true))).toEqual({ start: 1_000 - MAX_RENDERED, end: 1_000 });
    expect(sliceOf(ids, withinLimit(ids, window, false))).toEqual({ start: 0, end: MAX_RENDERED });
    expect(withinLimit(ids.slice(0, 3), window, false)).toBe(window);
  });
});
