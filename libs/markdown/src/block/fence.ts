import type { StateBlock } from 'markdown-it';
import type { RenderState } from '../render-state.js';
import { type FenceLine, readFenceLine } from './fence-line.js';

/**
 * Fenced blocks: code, ```` ```math ````, ```` ```quote ```` and ```` ```spoiler ````. Quotes and spoilers hold any
 * blocks, further fences included, so their end is the closing line that no inner fence takes. A fence that is never
 * closed goes on to the end.
 */
export function fenceRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) {
    return false;
  }
  const first = state.src.charCodeAt((state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0));
  if (first !== 0x60 && first !== 0x7e) {
    return false;
  }
  const opening = readFence(state, startLine);
  if (opening === null) {
    return false;
  }
  if (silent) {
    return true;
  }
  const end = closingLine(state, startLine, endLine, opening);
  const isClosed = end < endLine && isInside(state, end) && lineText(state, end).trimEnd() === opening.fence;
  switch (opening.kind) {
    case 'quote':
      state.push('blockquote_open', 'blockquote', 1);
      takeBlocks(state, startLine + 1, end);
      state.push('blockquote_close', 'blockquote', -1);
      break;
    case 'spoiler':
      takeSpoiler(state, startLine + 1, end, opening.header);
      break;
    default:
      takeVerbatim(state, startLine, end, opening);
  }
  state.line = isClosed ? end + 1 : Math.max(end, startLine + 1);
  return true;
}

function readFence(state: StateBlock, line: number): FenceLine | null {
  const { context } = state.env['render'] as RenderState;
  return readFenceLine(lineText(state, line), context.defaultCodeLanguage ?? '');
}

/** Line of the end, or where the surrounding block ends. */
function closingLine(state: StateBlock, startLine: number, endLine: number, opening: FenceLine): number {
  const open = [opening];
  for (let line = startLine + 1; line < endLine; line++) {
    if (!isInside(state, line)) {
      return line;
    }
    const text = lineText(state, line);
    const innermost = open.at(-1) ?? opening;
    if (text.trimEnd() === innermost.fence) {
      open.pop();
      if (open.length === 0) {
        return line;
      }
    } else if (innermost.kind === 'quote' || innermost.kind === 'spoiler') {
      const inner = readFence(state, line);
      if (inner !== null) {
        open.push(inner);
      }
    }
  }
  return endLine;
}

/** A line with less indentation than the list item or quote around it is no longer inside. */
function isInside(state: StateBlock, line: number): boolean {
  return state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent;
}

/** A line without the indentation of what is around it; deeper indentation makes it no fence. */
function lineText(state: StateBlock, line: number): string {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) {
    return '';
  }
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}

function takeBlocks(state: StateBlock, startLine: number, endLine: number): void {
  const { lineMax, parentType, tight } = state;
  state.lineMax = endLine;
  state.parentType = 'blockquote';
  state.md.block.tokenize(state, startLine, endLine);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.tight = tight;
}

function takeSpoiler(state: StateBlock, startLine: number, endLine: number, header: string): void {
  state.push('spoiler_open', 'div', 1);
  if (header !== '') {
    state.push('paragraph_open', 'p', 1);
    const inline = state.push('inline', '', 0);
    inline.content = header;
    inline.children = [];
    state.push('paragraph_close', 'p', -1);
  }
  state.push('spoiler_content', '', 0);
  takeBlocks(state, startLine, endLine);
  state.push('spoiler_close', 'div', -1);
}

function takeVerbatim(state: StateBlock, startLine: number, endLine: number, opening: FenceLine): void {
  const lines = state.getLines(startLine + 1, endLine, state.sCount[startLine] ?? 0, false).split('\n');
  const text = trimLineFeeds(lines.map((line) => line.trimEnd()).join('\n'));
  if (text === '') {
    return;
  }
  const token = state.push(opening.kind === 'math' ? 'math_block' : 'code_block', '', 0);
  token.content = text;
  token.info = opening.kind === 'math' ? '' : opening.language;
}

function trimLineFeeds(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === '\n') {
    start++;
  }
  while (end > start && text[end - 1] === '\n') {
    end--;
  }
  return text.slice(start, end);
}
