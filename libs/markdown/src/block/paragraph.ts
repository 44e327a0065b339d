import type { StateBlock } from 'markdown-it';

/** Takes lines up to the next blank one as a paragraph, whatever block markup they begin with. */
export function takePlainParagraph(state: StateBlock, startLine: number, endLine: number): void {
  let end = startLine + 1;
  while (end < endLine && !state.isEmpty(end) && (state.sCount[end] ?? 0) >= state.blkIndent) {
    end++;
  }
  const text = state.getLines(startLine, end, state.blkIndent, false).trim();
  state.push('paragraph_open', 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = text;
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = end;
}
