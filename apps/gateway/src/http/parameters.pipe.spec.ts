import { describe, expect, it } from '@jest/globals';
import { clientNameOf } from './parameters.pipe.js';

describe('clientNameOf', () => {
  it.each([
    [undefined, 'Unspecified'],
    ['', 'Unspecified'],
    ['1.0', '1.0'],
    ['/1.0', 'Unspecified'],
    ['ZulipMobile/27.2 (iOS 16)', 'ZulipMobile'],
    ['ZulipPython/0.9.0 (Linux; 5.15)', 'ZulipPython'],
    ['curl/8.5.0', 'curl'],
    ['Mozilla/5.0 (X11; Linux) Firefox/115', 'Mozilla'],
    ['My Own Client/3', 'My Own Client'],
    ['a-name-that-is-longer-than-clients-may-have/1', 'a-name-that-is-longer-than-cli'],
    ['weird\u0007name/1', 'weirdname'],
  ])('%j is %j', (userAgent, expected) => {
    expect(clientNameOf(userAgent)).toBe(expected);
  });

  it.each([
    ['Angry Cat (web)', 'Angry Cat (web)'],
    ['a-name-that-is-longer-than-clients-may-have', 'a-name-that-is-longer-than-cli'],
    ['\u0007', 'Mozilla'],
    ['', 'Mozilla'],
  ])('given as %j is %j', (given, expected) => {
    expect(clientNameOf('Mozilla/5.0 (X11; Linux)', given)).toBe(expected);
  });
});
