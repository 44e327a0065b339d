/** Characters that may stand before and after an alert word, besides the ends of the text. */
const BEFORE = new Set(' \n("\'.,;[*`>');
const AFTER = new Set(' \n)"\'?:.,;]!*`');

/**
 * Finds which of many words (or phrases) occur in texts, whole and without regard to case. Build it once for a set of
 * words. A text is scanned once: at each place where a word may start, every place where one may end is looked up in
 * a hash table, so thousands of words cost no more than ten.
 */
export class AlertWordMatcher {
  private readonly words = new Map<string, string[]>();
  private readonly longest: number;

  constructor(words: Iterable<string>) {
    let longest = 0;
    for (const word of words) {
      const key = word.toLowerCase();
      if (key.trim() === '') continue;
      longest = Math.max(longest, key.length);
      const spellings = this.words.get(key);
      if (spellings === undefined) this.words.set(key, [word]);
      else if (!spellings.includes(word)) spellings.push(word);
    }
    this.longest = longest;
  }

  /** The words that occur in the text, as they were given, each once. */
  match(text: string): string[] {
    if (this.words.size === 0) return [];
    const content = text.toLowerCase();
    const ends = possibleEnds(content);
    const found = new Set<string>();
    let firstEnd = 0;
    for (let start = 0; start < content.length; start++) {
      if (!mayStartAt(content, start)) continue;
      while ((ends[firstEnd] ?? Number.POSITIVE_INFINITY) <= start) firstEnd++;
      this.collectWordsAt(content, start, ends, firstEnd, found);
    }
    return [...found];
  }

  /**
   * Adds the words that begin at `start` and end at one of `ends`; `firstEnd` is the index of the first end after
   * `start`.
   */
  private collectWordsAt(
    content: string,
    start: number,
    ends: readonly number[],
    firstEnd: number,
    found: Set<string>,
  ): void {
    for (let at = firstEnd; at < ends.length; at++) {
      const end = ends[at] ?? 0;
      if (end - start > this.longest) return;
      for (const word of this.words.get(content.slice(start, end)) ?? []) found.add(word);
    }
  }
}

const mayStartAt = (content: string, index: number): boolean => index === 0 || BEFORE.has(content[index - 1] ?? '');

/** The positions where a word may end, in ascending order. */
function possibleEnds(content: string): number[] {
  const ends: number[] = [];
  for (let index = 1; index <= content.length; index++) {
    if (index === content.length || AFTER.has(content[index] ?? '')) ends.push(index);
  }
  return ends;
}
