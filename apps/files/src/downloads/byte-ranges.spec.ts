import { describe, expect, it } from '@jest/globals';
import { hasVersion, wantedBytes } from './byte-ranges.js';

const ETAG = '"v1"';

describe('the bytes that a request wants of a file of 100 bytes', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=50-1000', { start: 50, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=9-0', 'whole'],
    ['bytes=-', 'whole'],
    ['items=0-1', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=99999999999999999999-', 'whole'],
  ] as const)('%s: %j', (range, expected) => {
    expect(wantedBytes({ range }, 100, ETAG)).toEqual(expected);
  });

  it('are all of a file that has changed since the part that the client has', () => {
    const range = 'bytes=0-9';
    expect(wantedBytes({ range, 'if-range': ETAG }, 100, ETAG)).toEqual({ start: 0, end: 9 });
    expect(wantedBytes({ range, 'if-range': '"v0"' }, 100, ETAG)).toBe('whole');
    expect(wantedBytes({ range, 'if-range': 'Sat, 29 Oct 1994 19:43:31 GMT' }, 100, ETAG)).toBe('whole');
  });

  it('cannot be part of an empty file', () => {
    expect(wantedBytes({ range: 'bytes=0-' }, 0, ETAG)).toBe('unsatisfiable');
    expect(wantedBytes({ range: 'bytes=-5' }, 0, ETAG)).toBe('unsatisfiable');
    expect(wantedBytes({}, 0, ETAG)).toBe('whole');
  });
});

describe('If-None-Match', () => {
  it.each([ETAG, 'W/"v1"', '"v0", "v1"', '*'])('%s names the present version', (known) => {
    expect(hasVersion({ 'if-none-match': known }, ETAG)).toBe(true);
  });

  it.each(['"v0"', 'v1', ''])('%s does not name it', (known) => {
    expect(hasVersion({ 'if-none-match': known }, ETAG)).toBe(false);
  });
});
