import { describe, expect, it } from '@jest/globals';
import { fitPicture, readDimensions } from './picture-size.js';

describe('room of a picture', () => {
  it.each([
    ['a small picture keeps its size', '100x80', { width: 100, height: 80 }],
    ['a wide picture fills the width', '1600x900', { width: 440, height: 248 }],
    ['a high picture fills the height', '900x1600', { width: 180, height: 320 }],
    ['a line stays large enough to be hit', '4000x10', { width: 440, height: 24 }],
  ])('%s', (_, text, size) => {
    expect(fitPicture(readDimensions(text) as { width: number; height: number })).toEqual(size);
  });

  it.each(['', '0x10', '10x', 'x', '-1x5', '1e9x1'])('"%s" is no size', (text) => {
    expect(readDimensions(text)).toBeNull();
  });
});
