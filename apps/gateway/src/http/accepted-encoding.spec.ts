import { describe, expect, it } from '@jest/globals';
import { acceptedEncoding } from './accepted-encoding.js';

describe('the encoding of a response', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br ; q=0.1 , gzip', 'br'],
  ])('of a client that accepts "%s" is %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });

  it.each([undefined, '', 'identity', 'deflate', 'br;q=0', '*;q=0', 'gzip;q=x', 'xgzip', ',;,', 'identity;q=1, *;q=0'])(
    'of a client that accepts %j is none',
    (header) => {
      expect(acceptedEncoding(header)).toBeUndefined();
    },
  );
});
