import { describe, expect, it } from '@jest/globals';
import { proseErrors } from './plain-english.js';

describe('proseErrors', () => {
  it.each([
    'A refused client receives a Retry-After header.',
    'Why does a poll end? Who ended it?',
    'The whole somebodyness of words inside words, for example whatnot.',
    'Version 1.2 of the file a.b.c is read. The next sentence follows.',
  ])('accepts: %s', (text) => {
    expect(proseErrors(text)).toEqual([]);
  });

  it.each([
    ['Who is refused waits.', 0, '"Who": use a noun instead of a clause'],
    ['The queue of whoever polls.', 13, '"whoever": name the subject'],
    ['A message to nobody.', 13, '"nobody": name the person or the component'],
    ['Clients are told of it.', 12, '"told": use published, notified or announced'],
    ['It runs each two seconds.', 8, '"each two": use every'],
  ])('refuses: %s', (text, index, message) => {
    expect(proseErrors(text)).toContainEqual({ index, message });
  });

  it('accepts a sentence of 35 words and refuses a sentence of 36 words', () => {
    const sentence = (words: number) => `${'word '.repeat(words - 1)}word.`;

    expect(proseErrors(sentence(35))).toEqual([]);
    expect(proseErrors(`${sentence(2)} ${sentence(36)}`)).toEqual([
      { index: 11, message: '36 words in one sentence; split it (at most 35)' },
    ]);
  });
});
