/** Characters that may stand before a bare link or linkifier match, besides white space and the start of the text. */
const BEFORE_LINK = new Set(["'", '"', '(', ',', ':', '<']);
/** The same for a mention, or a link to a stream. */
const BEFORE_MENTION = new Set(["'", '"', '(', '{', '[', '/', '<']);

/** Whether a bare link or a linkifier match may start at this index. */
export const startsAtBoundary = (text: string, index: number): boolean => isAfter(BEFORE_LINK, text, index);

/** Whether a mention, or a link to a stream, may start at this index. */
export const startsAtMentionBoundary = (text: string, index: number): boolean => isAfter(BEFORE_MENTION, text, index);

function isAfter(opening: ReadonlySet<string>, text: string, index: number): boolean {
  if (index <= 0) return true;
  const before = text[index - 1] ?? '';
  return opening.has(before) || /\s/.test(before);
}
