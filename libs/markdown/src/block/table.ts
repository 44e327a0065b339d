import type { StateBlock } from 'markdown-it';
import { findCodeSpans } from '../inline/code-span.js';
import { MAX_TABLE_CELLS } from '../limits.js';
import { lineText, takePlainParagraph } from './lines.js';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

const DELIMITER_ROW = /^[\s|:-]+$/;

/** Precedes the table rule: a table with too many cells is text. The limit counts the cells that pad short rows. */
export function tableLimitRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || startLine + 2 > endLine) return false;
  const header = lineText(state, startLine);
  if (!header.includes('|') || !DELIMITER_ROW.test(lineText(state, startLine + 1))) return false;
  const maxRows = MAX_TABLE_CELLS / header.split('|').length;
  for (let line = startLine; line < endLine && !state.isEmpty(line); line++) {
    if (line - startLine > maxRows) {
      takePlainParagraph(state, startLine, endLine);
      return true;
    }
  }
  return false;
}

/** Stands for a bar inside code while a table is divided: a noncharacter of the same length. */
const BAR_IN_CODE = '\ufdd0';

/** Extends markdown-it's rule: bars inside code do not divide cells, and a body has at least one row. */
export function tableRuleWithCode(tableRule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const source = state.src;
    if (source.includes(BAR_IN_CODE)) return tableRule(state, startLine, endLine, silent);
    const firstToken = state.tokens.length;
    maskBarsInCode(state, startLine, startLine + 1);
    // The first two lines decide whether it is a table, so the other lines of most texts are not read.
    const isTable = tableRule(state, startLine, endLine, true);
    if (isTable && !silent) {
      maskBarsInCode(state, startLine, endLine);
      tableRule(state, startLine, endLine, false);
      fillEmptyBody(state, firstToken);
    }
    if (state.src !== source) {
      state.src = source;
      for (const token of state.tokens.slice(firstToken)) token.content = token.content.replaceAll(BAR_IN_CODE, '|');
    }
    return isTable;
  };
}

/** Adds a row of empty cells to a head alone, because clients do not show a table without a body. */
function fillEmptyBody(state: StateBlock, firstToken: number): void {
  if (state.tokens.at(-2)?.type !== 'thead_close') return;
  const columns = state.tokens.slice(firstToken).filter((token) => token.type === 'th_open').length;
  const close = state.tokens.pop();
  state.push('tbody_open', 'tbody', 1);
  state.push('tr_open', 'tr', 1);
  for (let column = 0; column < columns; column++) {
    state.push('td_open', 'td', 1);
    state.push('td_close', 'td', -1);
  }
  state.push('tr_close', 'tr', -1);
  state.push('tbody_close', 'tbody', -1);
  if (close !== undefined) state.tokens.push(close);
}

function maskBarsInCode(state: StateBlock, startLine: number, endLine: number): void {
  const source = state.src;
  const parts: string[] = [];
  let taken = 0;
  for (let line = startLine; line < endLine && !state.isEmpty(line); line++) {
    const start = state.bMarks[line] ?? 0;
    const row = source.slice(start, state.eMarks[line]);
    const masked = row.includes('|') && row.includes('`') ? maskRow(row) : row;
    if (masked !== row) {
      parts.push(source.slice(taken, start), masked);
      taken = start + row.length;
    }
  }
  if (taken > 0) state.src = parts.join('') + source.slice(taken);
}

/** Leaves escaped bars alone: they do not divide cells and lose their backslash later. */
function maskRow(row: string): string {
  let masked = '';
  let taken = 0;
  for (const { contentStart, contentEnd, end } of findCodeSpans(row).values()) {
    masked += row.slice(taken, contentStart);
    masked += row.slice(contentStart, contentEnd).replaceAll(/(?<!\\)\|/g, BAR_IN_CODE);
    masked += row.slice(contentEnd, end);
    taken = end;
  }
  return masked + row.slice(taken);
}
