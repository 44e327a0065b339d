import { describe, expect, it } from '@jest/globals';
import { alertWordPattern } from './alert-words.js';

const found = (words: readonly string[], text: string): readonly string[] =>
  [...text.matchAll(alertWordPattern(words) ?? /(?!)/g)].map(([word]) => word);

describe('alert words', () => {
  it.each([
    [['deploy'], 'Deploy now, then deploy.', ['Deploy', 'deploy']],
    [['deploy'], 'deployment of a redeploy', []],
    [['red', 'red panda'], 'a red panda', ['red panda']],
    [['c++', '(x)'], 'use c++ or "(x)"', ['c++', '(x)']],
    [['Straße'], 'die straße!', ['straße']],
    [['', '  '], 'nothing', []],
    [[], 'nothing', []],
  ])('%j in "%s"', (words, text, expected) => {
    expect(found(words, text)).toEqual(expected);
  });

  it('are found in a text of one word many times without a long search', () => {
    expect(found(['a a a a b'], 'a '.repeat(10_000))).toEqual([]);
  });
});
