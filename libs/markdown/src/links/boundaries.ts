/** What may stand before a mention, a bare link or a linkifier match besides the start of the text and white space. */
const OPENING = new Set(["'", '"', '(', ',', ':', '<']);

/** Whether something that needs a boundary before it may start at this index. */
export function startsAtBoundary(text: string, index: number): boolean {
  if (index <= 0) {
    return true;
  }
  const before = text[index - 1] ?? '';
  return OPENING.has(before) || /\s/.test(before);
}
