import type { StateInline } from 'markdown-it';
import { type CodeSpan, renderStateOf } from '../render-state.js';

/** `` `code` ``, between runs of any number of backticks; spaces inside stay. */
export function codeSpanRule(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x60) return false;
  const { scan } = renderStateOf(state);
  scan.codeSpans ??= findCodeSpans(src);
  const span = scan.codeSpans.get(pos);
  if (span === undefined || span.end > state.posMax) {
    let end = pos;
    while (src.charCodeAt(end) === 0x60) end++;
    state.pending += src.slice(pos, end);
    state.pos = end;
    return true;
  }
  state.push('code_inline', 'code', 0).content = src.slice(span.contentStart, span.contentEnd);
  state.pos = span.end;
  return true;
}

interface BacktickRun {
  readonly start: number;
  readonly end: number;
}

/**
 * The code spans of a text by their start. A span goes from a run of backticks to the next run of the same length. The
 * runs are read once: a search from each backtick would take quadratic time.
 */
export function findCodeSpans(text: string): Map<number, CodeSpan> {
  const runs = backtickRuns(text);
  const spans = new Map<number, CodeSpan>();
  const nextByLength = new Map<number, number>();
  const closings = runs.map(() => -1);
  for (let index = runs.length - 1; index >= 0; index--) {
    const { start, end } = runs[index] as BacktickRun;
    closings[index] = nextByLength.get(end - start) ?? -1;
    nextByLength.set(end - start, index);
  }
  for (let index = 0; index < runs.length; index++) {
    const opening = runs[index];
    const closing = runs[closings[index] ?? -1];
    if (opening !== undefined && closing !== undefined) {
      spans.set(opening.start, { contentStart: opening.end, contentEnd: closing.start, end: closing.end });
      index = closings[index] as number;
    }
  }
  return spans;
}

function backtickRuns(text: string): BacktickRun[] {
  const runs: BacktickRun[] = [];
  let end = 0;
  for (let start = text.indexOf('`'); start !== -1; start = text.indexOf('`', end)) {
    end = start + 1;
    while (text.charCodeAt(end) === 0x60) end++;
    runs.push({ start, end });
  }
  return runs;
}
