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
  return opening.has(text[index - 1] ?? '') || isWhiteSpace(text.charCodeAt(index - 1));
}

const WHITE_SPACE = /\s/;

/** Whether a UTF-16 unit is white space, as `\s` has it. The pattern alone would take ten times as long for each character of a text. */
export function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return WHITE_SPACE.test(String.fromCharCode(unit));
}
