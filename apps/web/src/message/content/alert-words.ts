/** Characters that may stand before and after an alert word, as on the server; the ends of an element count, too. */
const BEFORE = '(?<=^|[\\s("\'.,;[*`>])';
const AFTER = '(?=$|[\\s)"\'?:.,;\\]!*`])';
/** Text that is not the sender's, or is no text for reading. */
const SKIPPED = '.katex, button, [role="button"]';

/** Finds the words, whole and in any letter case; null without words. */
export function alertWordPattern(words: readonly string[]): RegExp | null {
  const known = words.filter((word) => word.trim() !== '');
  if (known.length === 0) return null;
  // Of two words with the same beginning the longer one.
  const alternatives = known.sort((one, other) => other.length - one.length).map(escaped);
  return new RegExp(`${BEFORE}(?:${alternatives.join('|')})${AFTER}`, 'giu');
}

/** Marks the reader's alert words. */
export function showAlertWords(content: DocumentFragment, pattern: RegExp): void {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) if (text.parentElement?.closest(SKIPPED) == null) markWords(text, pattern);
}

function markWords(text: Text, pattern: RegExp): void {
  const found = [...text.data.matchAll(pattern)];
  // From the end, so that the places before stay right.
  for (const { 0: word, index } of found.reverse()) {
    const mark = document.createElement('mark');
    const after = text.splitText(index);
    after.splitText(word.length);
    after.replaceWith(mark);
    mark.append(after);
  }
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
