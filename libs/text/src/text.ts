const IS_ASCII = /^[\0-\x7f]*$/;

/**
 * Key of a name: two names are the same name if their keys are equal. Ignores letter case and Unicode form (NFKC); keeps blank
 * ends. Folding a key again returns the key.
 *
 * Databases store keys, so a change of a result needs a migration of every `…_key` column.
 */
export function foldName(name: string): string {
  if (IS_ASCII.test(name)) return name.toLowerCase();
  // Upper case takes apart letters without a single lower-case form (ß, final sigma); lower case before it does so for ẞ.
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

/** Number of code points: the unit of all limits on texts. */
export function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The text, or its beginning and `mark`, together `limit` code points. Never cuts a code point in two. */
export function truncate(text: string, limit: number, mark: string): string {
  // Text never has more code points than UTF-16 units, so short texts need no expensive count.
  if (text.length <= limit || codePointCount(text) <= limit) return text;
  const room = limit - codePointCount(mark);
  let end = 0;
  let count = 0;
  for (const character of text) {
    if (count++ === room) break;
    end += character.length;
  }
  return text.slice(0, end) + mark;
}
