import type { StateBlock } from 'markdown-it';

const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;

/** `# Heading` to `###### Heading`; the space is required, so that `#123` and `#stream` stay text. */
export function headingRule(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (state.src.charCodeAt(start) !== 0x23 || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) {
    return false;
  }
  const match = HEADING.exec(state.src.slice(start, state.eMarks[startLine]));
  const text = match === null ? '' : withoutClosingMarks(match[2] ?? '');
  if (match === null || text === '') {
    return false;
  }
  if (silent) {
    return true;
  }
  const tag = `h${(match[1] ?? '').length}`;
  state.push('heading_open', tag, 1);
  const inline = state.push('inline', '', 0);
  inline.content = text;
  inline.children = [];
  state.push('heading_close', tag, -1);
  state.line = startLine + 1;
  return true;
}

function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') {
    end--;
  }
  return text.slice(0, end).trim();
}
