/** A place in a text that breaks a writing rule. */
interface ProseError {
  /** Offset of the place in the text. */
  readonly index: number;
  readonly message: string;
}

/** Words that hide the subject of a sentence, with the remedy. */
const WORDS: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/\b(?:some|no|any|every)body\b|\bone's\b/gi, 'name the person or the component'],
  [/\b(?:who|what|which)ever\b/gi, 'name the subject'],
  [/\bwho(?:m|se)?\b|\bwhat\b/gi, 'use a noun instead of a clause'],
  [/\bof (?:which|whom)\b/gi, 'start a new sentence'],
  [/\btold\b/gi, 'use published, notified or announced'],
  [/\bbeside\b/gi, 'use next to, besides or in addition to'],
  [/\beach (?:two|three|ten) /gi, 'use every'],
];
const MAX_WORDS = 35;
const SENTENCE = /[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*(?:[.!?]+|$)/g;
const WORD = /[\p{L}\d][\p{L}\d'’.-]*/gu;

/**
 * Returns the places of a plain text (no markup, no code) that break the writing rules: words that hide the subject, and sentences of
 * more than 35 words. A question may contain any word.
 */
export function proseErrors(text: string): ProseError[] {
  const errors: ProseError[] = [];
  for (const match of text.matchAll(SENTENCE)) {
    const [sentence] = match;
    const words = sentence.match(WORD)?.length ?? 0;
    if (words > MAX_WORDS) {
      const index = match.index + sentence.search(/\S/);
      errors.push({ index, message: `${words} words in one sentence; split it (at most ${MAX_WORDS})` });
    }
    if (sentence.endsWith('?')) continue;
    for (const [pattern, remedy] of WORDS) {
      for (const word of sentence.matchAll(pattern)) {
        errors.push({ index: match.index + word.index, message: `"${word[0].trim()}": ${remedy}` });
      }
    }
  }
  return errors;
}
