import type { StateBlock } from 'markdown-it';
import { lineIndent, lineStart, lineText } from './lines.js';

interface Marker {
  readonly isOrdered: boolean;
  /** Digits of an ordered item. */
  readonly number: string;
  /** Offset in the source of the item's text. */
  readonly contentStart: number;
}

const MARKER = /^(?:[*+-]|(\d{1,9})\.)[ \t]+(?=\S|$)/;
const QUOTE = /^>\s*\S/;
/** Blocks of an item are indented by two, independent of the width of its marker. */
const ITEM_INDENT = 2;

/**
 * Lists of `*`, `+`, `-` (which may be mixed) and of `1.`. A list may follow a paragraph without a blank line, nested
 * lists are indented by two spaces or more, and an ordered list starts at its first number. If blank lines separate
 * anything in a list, its texts are paragraphs.
 */
export function listRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  let marker = readMarker(state, startLine);
  if (marker === null) return false;
  if (silent) return canInterrupt(state, startLine, marker);
  const { isOrdered } = marker;
  const firstToken = state.tokens.length;
  const tag = isOrdered ? 'ol' : 'ul';
  const open = state.push('list_open', tag, 1);
  if (isOrdered && Number(marker.number) !== 1) open.meta = { attributes: { start: String(Number(marker.number)) } };
  const { listIndent, parentType, tight } = state;
  state.parentType = 'list';
  let isTight = true;
  let endedWithBlank = false;
  let line = startLine;
  while (marker !== null && marker.isOrdered === isOrdered) {
    takeItem(state, line, endLine, marker);
    isTight &&= state.tight && !endedWithBlank;
    endedWithBlank = state.line - line > 1 && state.isEmpty(state.line - 1);
    line = state.line;
    marker = isListInterrupted(state, line, endLine) ? null : readMarker(state, line);
  }
  state.push('list_close', tag, -1);
  state.line = line;
  state.parentType = parentType;
  state.listIndent = listIndent;
  state.tight = tight;
  if (isTight) hideParagraphs(state, firstToken);
  return true;
}

/** Whether an item may follow a paragraph without a blank line. */
function canInterrupt(state: StateBlock, line: number, marker: Marker): boolean {
  const isSibling = lineIndent(state, line) < 0;
  // A number of several digits at the start of a line is more often a date or an amount than an item.
  return state.parentType !== 'paragraph' || isSibling || !marker.isOrdered || marker.number.length === 1;
}

/** Whether a list ends before the line: by the end of its container, by the indent, or by a block of another kind. */
function isListInterrupted(state: StateBlock, line: number, endLine: number): boolean {
  const indent = lineIndent(state, line);
  return (
    line >= endLine ||
    indent < 0 ||
    indent >= 4 ||
    state.md.block.ruler.getRules('list').some((rule) => rule(state, line, endLine, true))
  );
}

function readMarker(state: StateBlock, line: number): Marker | null {
  const start = lineStart(state, line);
  if (lineIndent(state, line) >= 4 || !'*+-0123456789'.includes(state.src[start] ?? ' ')) return null;
  const match = MARKER.exec(lineText(state, line));
  const number = match?.[1] ?? '';
  return match && { isOrdered: number !== '', number, contentStart: start + match[0].length };
}

/**
 * Parses one item as a container: meanwhile the first line begins at its text and blocks are indented by two. The start
 * of the line has to move, because markers may be wider than the indent at which paragraphs cut their text.
 */
function takeItem(state: StateBlock, line: number, endLine: number, marker: Marker): void {
  const start = state.bMarks[line] ?? 0;
  const shift = state.tShift[line] ?? 0;
  const indent = state.sCount[line] ?? 0;
  const { blkIndent, listIndent } = state;
  state.push('list_item_open', 'li', 1);
  state.listIndent = blkIndent;
  state.blkIndent = indent + ITEM_INDENT;
  state.bMarks[line] = marker.contentStart;
  state.tShift[line] = 0;
  state.sCount[line] = state.blkIndent;
  takeBlocks(state, line, endLine);
  state.bMarks[line] = start;
  state.tShift[line] = shift;
  state.sCount[line] = indent;
  state.blkIndent = blkIndent;
  state.listIndent = listIndent;
  state.push('list_item_close', 'li', -1);
}

/** Takes the indented blocks, and a quote right below, which belongs to the item without being indented. */
function takeBlocks(state: StateBlock, startLine: number, endLine: number): void {
  const { blkIndent } = state;
  let isTight = true;
  for (let line = startLine; ; line = state.line) {
    state.tight = true;
    state.md.block.tokenize(state, line, endLine);
    isTight &&= state.tight;
    if (!isQuoteBelow(state, endLine)) break;
    state.blkIndent = state.sCount[state.line] ?? 0;
    const at = state.line;
    state.md.block.ruler.getRules('').some((rule) => rule(state, at, endLine, false));
    state.blkIndent = blkIndent;
  }
  state.tight = isTight;
}

function isQuoteBelow(state: StateBlock, endLine: number): boolean {
  const { line } = state;
  return line < endLine && !state.isEmpty(line - 1) && QUOTE.test(lineText(state, line));
}

function hideParagraphs(state: StateBlock, firstToken: number): void {
  const level = state.level + 2;
  for (let index = firstToken; index < state.tokens.length; index++) {
    const token = state.tokens[index];
    if (token?.level === level && (token.type === 'paragraph_open' || token.type === 'paragraph_close')) {
      token.hidden = true;
    }
  }
}
