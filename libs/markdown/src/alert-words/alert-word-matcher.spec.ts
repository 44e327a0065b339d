import { describe, expect, it } from '@jest/globals';
import { cheapest } from '../render.testing.js';
import { AlertWordMatcher } from './alert-word-matcher.js';

describe('alert words', () => {
  it.each([
    ['a deploy now', ['deploy'], ['deploy']],
    ['Deploy!', ['deploy'], ['deploy']],
    ['deployment', ['deploy'], []],
    ['redeploy', ['deploy'], []],
    ['(deploy) **deploy**', ['deploy'], ['deploy']],
    ['the go live date', ['go live'], ['go live']],
    ['c++ is fine', ['c++'], ['c++']],
    ['a\ndeploy', ['deploy'], ['deploy']],
    ['deploy-now', ['deploy'], []],
    ['ä Straße.', ['straße'], ['straße']],
    ['x', ['', '  '], []],
    ['one two', ['one', 'ONE', 'two'], ['one', 'ONE', 'two']],
  ])('in %j', (text, words, found) => {
    expect(new AlertWordMatcher(words).match(text)).toEqual(found);
  });

  it('are found among thousands in one scan', () => {
    const matcher = new AlertWordMatcher(Array.from({ length: 20_000 }, (_, index) => `word${index} end`));
    const text = 'filler text, '.repeat(800);

    expect(matcher.match(`${text}word19999 end`)).toEqual(['word19999 end']);
    expect(cheapest(() => matcher.match(`${text}word19999 end`))).toBeLessThan(500);
  });
});
