import { describe, expect, it } from '@jest/globals';
import { formatOf } from './signature.js';

/** The first box of a file with these brands, the main one first. */
const brands = (main: string, ...others: string[]): Buffer => {
  const text = `ftyp${main}\0\0\0\0${others.join('')}`;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + text.length);
  return Buffer.concat([length, Buffer.from(text, 'latin1')]);
};

describe('the format of a picture', () => {
  it.each([
    ['AVIF', brands('avif', 'mif1', 'miaf'), 'avif'],
    ['a series of AVIF', brands('avis', 'msf1'), 'avif'],
    ['AVIF by another brand', brands('mif1', 'avif'), 'avif'],
    ['HEIC of a telephone', brands('heic', 'mif1', 'heic'), undefined],
    ['HEIC with more colours', brands('heix', 'mif1', 'heix'), undefined],
    ['HEIC by its container', brands('mif1', 'heic', 'mif1'), undefined],
    ['a series of HEIC', brands('msf1', 'hevc', 'mif1'), undefined],
    ['a film', brands('isom', 'iso2', 'avc1', 'mp41'), undefined],
    ['HEIC with the version "avif"', Buffer.from('\0\0\0\x14ftypheicavifmif1', 'latin1'), undefined],
  ])('is found for %s', (_, firstBytes, format) => {
    expect(formatOf(firstBytes)).toBe(format);
  });
});
