import type { StateBlock } from 'markdown-it';
import { MAX_TABLE_CELLS } from '../limits.js';
import { takePlainParagraph } from './paragraph.js';

const DELIMITER_ROW = /^[\s|:-]+$/;

/** Before tables: one whose columns times rows exceed the limit is text. A short row is padded, so small sources make large tables. */
export function tableLimitRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || startLine + 2 > endLine) {
    return false;
  }
  const header = lineText(state, startLine);
  if (!header.includes('|') || !DELIMITER_ROW.test(lineText(state, startLine + 1))) {
    return false;
  }
  const maxRows = MAX_TABLE_CELLS / header.split('|').length;
  let line = startLine;
  while (line < endLine && !state.isEmpty(line)) {
    if (line - startLine > maxRows) {
      takePlainParagraph(state, startLine, endLine);
      return true;
    }
    line++;
  }
  return false;
}

function lineText(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
