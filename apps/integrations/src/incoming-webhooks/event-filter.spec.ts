import { describe, expect, it } from '@jest/globals';
import { fitsPattern } from './event-filter.js';

describe('shell patterns', () => {
  it.each([
    ['push', 'push', true],
    ['push', 'Push', false],
    ['push', 'pus', false],
    ['push', 'pushed', false],
    ['', '', true],
    ['', '*', true],
    ['push', '*', true],
    ['push', '**', true],
    ['push', 'p*h', true],
    ['push', 'p*x', false],
    ['pull_request', '*_*', true],
    ['abcbd', 'a*b?', true],
    ['push', '????', true],
    ['push', '?????', false],
    ['push', '[op]ush', true],
    ['push', '[a-q]ush', true],
    ['push', '[a-b]ush', false],
    ['push', '[!a-b]ush', true],
    ['push', '[!p]ush', false],
    ['a]b', 'a[]]b', true],
    ['a-b', 'a[-x]b', true],
    ['a[b', 'a[b', true],
    ['a.b', 'a.b', true],
    ['axb', 'a.b', false],
  ])('"%s" and %s: %s', (text, pattern, fits) => {
    expect(fitsPattern(text, pattern)).toBe(fits);
  });

  it('take no time for patterns with many stars', () => {
    expect(fitsPattern('a'.repeat(200), `${'a*'.repeat(100)}b`)).toBe(false);
  });
});
