import type { StateBlock } from 'markdown-it';
import { takePlainParagraph } from './paragraph.js';

/** A `>` with nothing to quote is a greater-than sign; but it quotes the lines that follow, as far as the next blank one. */
export function emptyQuoteRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || !startsQuote(state, startLine)) {
    return false;
  }
  let line = startLine;
  for (; line < endLine && startsQuote(state, line); line++) {
    const text = state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
    if (text.slice(1).trim() !== '') {
      return false;
    }
  }
  if (line >= endLine || state.isEmpty(line)) {
    takePlainParagraph(state, startLine, endLine);
    return true;
  }
  let end = line + 1;
  while (end < endLine && !state.isEmpty(end) && !startsQuote(state, end)) {
    end++;
  }
  state.push('blockquote_open', 'blockquote', 1).map = [startLine, end];
  state.md.block.tokenize(state, line, end);
  state.push('blockquote_close', 'blockquote', -1);
  state.line = end;
  return true;
}

const startsQuote = (state: StateBlock, line: number): boolean =>
  state.src.charCodeAt((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)) === 0x3e;
