import type { CodeSpan } from '../render-state.js';

/** Where each `[` of a text is closed; brackets inside code spans do not count. One pass with a stack. */
export function matchBrackets(text: string, codeSpans: ReadonlyMap<number, CodeSpan>): Map<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === 0x60) {
      const span = codeSpans.get(index);
      if (span !== undefined) {
        index = span.end - 1;
      }
    } else if (character === 0x5b) {
      open.push(index);
    } else if (character === 0x5d) {
      const start = open.pop();
      if (start !== undefined) {
        closing.set(start, index);
      }
    }
  }
  return closing;
}
