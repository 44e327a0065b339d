import type { StateBlock } from 'markdown-it';
import { takePlainParagraph } from './paragraph.js';

/** A `>` with nothing to quote is a greater-than sign. */
export function emptyQuoteRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (silent || state.src.charCodeAt(start) !== 0x3e) {
    return false;
  }
  for (let line = startLine; line < endLine; line++) {
    const text = state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
    if (!text.startsWith('>')) {
      break;
    }
    if (text.slice(1).trim() !== '') {
      return false;
    }
  }
  takePlainParagraph(state, startLine, endLine);
  return true;
}
