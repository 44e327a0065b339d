import { describe, expect, it } from '@jest/globals';
import { bestMatches, folded, matchRank } from './match-words.js';

describe('matching', () => {
  it('ignores accents and case', () => expect(folded('Éva ŐRI')).toBe('eva ori'));

  it.each([
    ['priya raman', 'pri', 0],
    ['priya raman', 'ram', 1],
    ['on-call', 'call', 1],
    ['priya', 'iya', undefined],
    ['aab ab', 'ab', 1],
    ['', 'x', undefined],
  ])('of %j by %j has rank %j', (name, query, rank) => expect(matchRank(name, query)).toBe(rank));

  it('has beginnings of names before beginnings of words, and a limit', () => {
    const names = ['max otto', 'otto', 'ottilie', 'no otter', 'notto'];
    const itself = (name: string) => name;
    expect(bestMatches(names, 'ott', itself, 8)).toEqual(['otto', 'ottilie', 'max otto', 'no otter']);
    expect(bestMatches(names, 'ott', itself, 3)).toEqual(['otto', 'ottilie', 'max otto']);
  });
});
