import type { StateBlock } from 'markdown-it';
import type { RenderState } from '../render-state.js';
import { lineIndent, lineStart, lineText, pushText } from './lines.js';

/** The line that opens a fenced block. */
interface FenceLine {
  /** The backticks or tildes, which the closing line repeats. */
  readonly fence: string;
  readonly kind: 'code' | 'math' | 'quote' | 'spoiler';
  /** Language in lower case; empty without one. */
  readonly language: string;
  /** Title of a spoiler. */
  readonly header: string;
}

const FENCE = /^(?:`{3,}|~{3,})/;
const LANGUAGE = /^\{?\.?([\w+\-./#,]+)/;
const KINDS = new Map<string, FenceLine['kind']>([
  ['quote', 'quote'],
  ['quoted', 'quote'],
  ['spoiler', 'spoiler'],
  ['math', 'math'],
]);

/**
 * Reads a line such as `` ```python ``, `` ~~~ quote `` or `` ```spoiler Ending ``; null for other lines. A backtick or
 * tilde after the fence is not allowed: `` ```code``` `` is a code span. A fence alone has the realm's default language,
 * which may be `quote`, `spoiler` or `math`, too.
 */
function readFence(state: StateBlock, line: number): FenceLine | null {
  const text = fenceText(state, line);
  const fence = FENCE.exec(text)?.[0];
  if (fence === undefined) return null;
  const rest = text.slice(fence.length).trim();
  const { context } = state.env['render'] as RenderState;
  const match = /[`~]/.test(rest) ? null : LANGUAGE.exec(rest);
  if (rest !== '' && match === null) return null;
  const language = (match?.[1] ?? context.defaultCodeLanguage ?? '').toLowerCase();
  return { fence, kind: KINDS.get(language) ?? 'code', language, header: rest.slice(match?.[0].length).trim() };
}

/** A line without its indentation, or the empty text for a line that is indented like code. */
function fenceText(state: StateBlock, line: number): string {
  return lineIndent(state, line) >= 4 ? '' : lineText(state, line);
}

/**
 * Fenced blocks: code, ```` ```math ````, ```` ```quote ```` and ```` ```spoiler ````. Quotes and spoilers hold any
 * blocks, further fences included, so a closing line belongs to the innermost open fence. A fence without a closing line
 * ends with its container.
 */
export function fenceRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const first = state.src[lineStart(state, startLine)];
  const opening = first === '`' || first === '~' ? readFence(state, startLine) : null;
  if (opening === null || silent) return opening !== null;
  const end = closingLine(state, startLine, endLine, opening);
  const isClosed = end < endLine && isInside(state, end) && fenceText(state, end).trimEnd() === opening.fence;
  switch (opening.kind) {
    case 'quote':
      state.push('blockquote_open', 'blockquote', 1);
      takeBlocks(state, startLine + 1, end);
      state.push('blockquote_close', 'blockquote', -1);
      break;
    case 'spoiler':
      state.push('spoiler_open', 'div', 1);
      if (opening.header !== '') pushText(state, 'paragraph', 'p', opening.header);
      state.push('spoiler_content', '', 0);
      takeBlocks(state, startLine + 1, end);
      state.push('spoiler_close', 'div', -1);
      break;
    default:
      takeVerbatim(state, startLine, end, opening);
  }
  state.line = isClosed ? end + 1 : Math.max(end, startLine + 1);
  return true;
}

/** The closing line, or the line at which the surrounding block ends. */
function closingLine(state: StateBlock, startLine: number, endLine: number, opening: FenceLine): number {
  const open = [opening];
  for (let line = startLine + 1; line < endLine; line++) {
    if (!isInside(state, line)) return line;
    const innermost = open.at(-1) ?? opening;
    if (fenceText(state, line).trimEnd() === innermost.fence) {
      open.pop();
      if (open.length === 0) return line;
    } else if (innermost.kind === 'quote' || innermost.kind === 'spoiler') {
      const inner = readFence(state, line);
      if (inner !== null) open.push(inner);
    }
  }
  return endLine;
}

/** A line with less indentation than the surrounding list item or quote is outside. */
const isInside = (state: StateBlock, line: number): boolean => state.isEmpty(line) || lineIndent(state, line) >= 0;

function takeBlocks(state: StateBlock, startLine: number, endLine: number): void {
  const { lineMax, parentType, tight } = state;
  state.lineMax = endLine;
  state.parentType = 'blockquote';
  state.md.block.tokenize(state, startLine, endLine);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.tight = tight;
}

function takeVerbatim(state: StateBlock, startLine: number, endLine: number, opening: FenceLine): void {
  const lines = state.getLines(startLine + 1, endLine, state.sCount[startLine] ?? 0, false).split('\n');
  const text = lines.map((line) => line.trimEnd());
  const first = text.findIndex((line) => line !== '');
  if (first < 0) return;
  const last = text.findLastIndex((line) => line !== '');
  const token = state.push(opening.kind === 'math' ? 'math_block' : 'code_block', '', 0);
  token.content = text.slice(first, last + 1).join('\n');
  token.info = opening.language;
}
