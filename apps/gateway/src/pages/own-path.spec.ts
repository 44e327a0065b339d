import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HOME_PATH, ownPath } from './own-path.js';

describe('the destination after a sign-in', () => {
  it.each([
    ['/account/', '/account/'],
    ['/a/b?c=d#e', '/a/b?c=d#e'],
    ['/ümlaut', '/%C3%BCmlaut'],
  ])('%s is a path of this origin', (destination, path) => {
    expect(ownPath(destination)).toBe(path);
  });

  it.each([
    '',
    'account',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '\n//evil.example',
    'javascript:alert(1)',
    `/${'x'.repeat(3_000)}`,
  ])('%j leads home', (destination) => {
    expect(ownPath(destination)).toBe(HOME_PATH);
  });

  it('never leads a browser to another origin', () => {
    const part = fc.constantFrom('/', '\\', '.', '..', '\t', '\n', '@', ':', 'evil.example', '%2f', '?', '#', 'http');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        expect(new URL(ownPath(parts.join('')), 'https://chat.example/login/').origin).toBe('https://chat.example');
      }),
      { numRuns: 2_000 },
    );
  });
});
