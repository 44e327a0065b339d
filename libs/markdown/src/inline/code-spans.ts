import type { CodeSpan } from '../render-state.js';

/**
 * The code spans of a text: a run of backticks up to the next run of the same length, first come first served. One
 * pass over the runs, since looking ahead anew from each backtick would be quadratic.
 */
export function findCodeSpans(text: string): Map<number, CodeSpan> {
  const runs = findBacktickRuns(text);
  const closings = findClosings(runs);
  const spans = new Map<number, CodeSpan>();
  for (let index = 0; index < runs.length; index++) {
    const closingIndex = closings[index];
    if (closingIndex === undefined) {
      continue;
    }
    const opening = runs[index] as BacktickRun;
    const closing = runs[closingIndex] as BacktickRun;
    spans.set(opening.start, { contentStart: opening.end, contentEnd: closing.start, end: closing.end });
    index = closingIndex;
  }
  return spans;
}

interface BacktickRun {
  readonly start: number;
  readonly end: number;
}

function findBacktickRuns(text: string): BacktickRun[] {
  const runs: BacktickRun[] = [];
  let end = 0;
  for (let start = text.indexOf('`'); start >= 0; start = text.indexOf('`', end)) {
    end = start;
    while (text.charCodeAt(end) === 0x60) {
      end++;
    }
    runs.push({ start, end });
  }
  return runs;
}

/** Of each run, the index of the next run of the same length. */
function findClosings(runs: readonly BacktickRun[]): (number | undefined)[] {
  const closings = new Array<number | undefined>(runs.length);
  const nextByLength = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const { start, end } = runs[index] as BacktickRun;
    closings[index] = nextByLength.get(end - start);
    nextByLength.set(end - start, index);
  }
  return closings;
}
