import type { StateBlock } from 'markdown-it';
import { findCodeSpans } from '../inline/code-spans.js';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** Stands for a bar inside of code while a table is divided: a noncharacter, of the same length. */
const BAR_IN_CODE = '\ufdd0';

/** The rule for tables that is given, but bars inside of code do not divide cells, and a body has one row at least. */
export function tableRuleWithCode(tableRule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const source = state.src;
    if (source.includes(BAR_IN_CODE)) {
      return tableRule(state, startLine, endLine, silent);
    }
    const firstToken = state.tokens.length;
    maskBarsInCode(state, startLine, startLine + 1);
    // Whether it is a table shows in its first two lines; only of one are all lines looked at.
    const isTable = tableRule(state, startLine, endLine, true);
    if (isTable && !silent) {
      maskBarsInCode(state, startLine, endLine);
      tableRule(state, startLine, endLine, false);
      fillEmptyBody(state, firstToken);
    }
    if (state.src !== source) {
      state.src = source;
      for (const token of state.tokens.slice(firstToken)) {
        token.content = token.content.replaceAll(BAR_IN_CODE, '|');
      }
    }
    return isTable;
  };
}

/** A head alone gets a row of empty cells: clients show no table that has no body. */
function fillEmptyBody(state: StateBlock, firstToken: number): void {
  if (state.tokens.at(-2)?.type !== 'thead_close') {
    return;
  }
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
  if (close !== undefined) {
    state.tokens.push(close);
  }
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
  if (taken > 0) {
    state.src = parts.join('') + source.slice(taken);
  }
}

/** An escaped bar does not divide cells anyway; it loses its backslash then. */
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
