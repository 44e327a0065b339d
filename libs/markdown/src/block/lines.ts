import type { StateBlock } from 'markdown-it';
import { MAX_BLOCK_LEVEL } from '../limits.js';

/** Offset of a line's first character after the indentation. */
export function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** A line without its indentation. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(lineStart(state, line), state.eMarks[line]);
}

/** Indentation relative to the surrounding block. */
export const lineIndent = (state: StateBlock, line: number): number => (state.sCount[line] ?? 0) - state.blkIndent;

/** Pushes an element of inline text. */
export function pushText(state: StateBlock, type: 'paragraph' | 'heading', tag: string, text: string): void {
  state.push(`${type}_open`, tag, 1);
  const inline = state.push('inline', '', 0);
  inline.content = text;
  inline.children = [];
  state.push(`${type}_close`, tag, -1);
}

/** Takes the lines up to the next blank line as a paragraph, even if they begin with block markup. */
export function takePlainParagraph(state: StateBlock, startLine: number, endLine: number): void {
  let end = startLine + 1;
  while (end < endLine && !state.isEmpty(end) && lineIndent(state, end) >= 0) end++;
  pushText(state, 'paragraph', 'p', state.getLines(startLine, end, state.blkIndent, false).trim());
  state.line = end;
}

/** First of the block rules: markup too deep inside quotes and lists is text. Bounds the cost and the stack of browsers. */
export function depthLimitRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < MAX_BLOCK_LEVEL) return false;
  takePlainParagraph(state, startLine, endLine);
  return true;
}

/** A `>` without text is a greater-than sign, unless lines follow it: it quotes these up to the next blank line. */
export function emptyQuoteRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent) return false;
  const startsQuote = (line: number): boolean => line < endLine && lineText(state, line).startsWith('>');
  let line = startLine;
  for (; startsQuote(line); line++) {
    if (lineText(state, line).slice(1).trim() !== '') return false;
  }
  if (line === startLine) return false;
  if (line >= endLine || state.isEmpty(line)) {
    takePlainParagraph(state, startLine, endLine);
    return true;
  }
  let end = line + 1;
  while (end < endLine && !state.isEmpty(end) && !startsQuote(end)) end++;
  state.push('blockquote_open', 'blockquote', 1).map = [startLine, end];
  state.md.block.tokenize(state, line, end);
  state.push('blockquote_close', 'blockquote', -1);
  state.line = end;
  return true;
}

const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;

/** `# Heading` to `###### Heading`; the space is required, so that `#123` and `#stream` stay text. */
export function headingRule(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  if (state.src[lineStart(state, startLine)] !== '#' || lineIndent(state, startLine) >= 4) return false;
  const [, marks = '', title = ''] = HEADING.exec(lineText(state, startLine)) ?? [];
  const text = withoutClosingMarks(title);
  if (text === '' || silent) return text !== '';
  pushText(state, 'heading', `h${marks.length}`, text);
  state.line = startLine + 1;
  return true;
}

function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end--;
  return text.slice(0, end).trim();
}
