import type { CodeSpan } from '../render-state.js';

/**
 * The code spans of a text: a run of backticks up to the next run of the same length, first come first served. One
 * pass over the runs, since looking ahead anew from each backtick would be quadratic.
 */
export function findCodeSpans(text: string): Map<number, CodeSpan> {
  const spans = new Map<number, CodeSpan>();
  const starts: number[] = [];
  const lengths: number[] = [];
  const byLength = new Map<number, number[]>();
  for (let index = text.indexOf('`'); index >= 0; index = text.indexOf('`', index)) {
    const start = index;
    while (text.charCodeAt(index) === 0x60) {
      index++;
    }
    const same = byLength.get(index - start);
    if (same === undefined) {
      byLength.set(index - start, [starts.length]);
    } else {
      same.push(starts.length);
    }
    starts.push(start);
    lengths.push(index - start);
  }
  const cursors = new Map<number, number>();
  for (let run = 0; run < starts.length; run++) {
    const length = lengths[run] ?? 0;
    const same = byLength.get(length) ?? [];
    let cursor = cursors.get(length) ?? 0;
    while (cursor < same.length && (same[cursor] ?? 0) <= run) {
      cursor++;
    }
    cursors.set(length, cursor);
    const closing = same[cursor];
    if (closing === undefined) {
      continue;
    }
    const start = starts[run] ?? 0;
    const contentEnd = starts[closing] ?? 0;
    spans.set(start, { contentStart: start + length, contentEnd, end: contentEnd + length });
    run = closing;
  }
  return spans;
}
