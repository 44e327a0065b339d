import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldName } from './text.js';

/** Letters that folding changes: cased letters, compatibility forms, combining marks. */
const character = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...'aAzZ019 ßẞıİΣσςÅÅéµμſﬁǅŉΐᾳᾭԱև①½´¨', '\u0301', '\u0307', '\u0323', '\u0345', '\u00a0'),
);
const name = fc.array(character, { maxLength: 8 }).map((characters) => characters.join(''));

describe('foldName', () => {
  it.each([
    ['Design', 'dESIGN'],
    ['straße', 'STRASSE'],
    ['straße', 'STRAẞE'],
    ['İstanbul', 'i̇stanbul'],
    ['ılık', 'ILIK'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδος', 'οδοσ'],
    ['ΣΑΣ', 'σας'],
    ['Cafe\u0301', 'CAFÉ'],
    ['ﬁx', 'FIX'],
    ['①', '1'],
    ['Ｗｉｄｅ', 'wide'],
    ['a\u00a0b', 'A b'],
    ['µm', 'ΜM'],
    ['Å', 'å'],
    ['ŉ', 'ʼN'],
    ['ǅ', 'ǆ'],
    ['ᾳ', 'ΑΙ'],
  ])('gives %s and %s one key', (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  it.each([
    ['İ', 'i'],
    ['é', 'e'],
    ['ö', 'oe'],
    ['a b', 'ab'],
    [' a', 'a'],
    ['о', 'o'],
  ])('gives %j and %j different keys', (one, other) => {
    expect(foldName(one)).not.toBe(foldName(other));
  });

  it('returns a key unchanged', () => {
    fc.assert(fc.property(name, (text) => foldName(foldName(text)) === foldName(text)));
  });

  it('gives the canonical forms of a name one key', () => {
    const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'];
    fc.assert(fc.property(name, (text) => forms.every((form) => foldName(text.normalize(form)) === foldName(text))));
  });

  it('treats ASCII like every other text', () => {
    const ascii = fc.string({ unit: 'binary-ascii' });
    fc.assert(fc.property(ascii, (text) => foldName(`${text}ß`) === `${foldName(text)}ss`));
  });
});
