import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

import { canonicalName, EMOTICONS, emojiByName, emojiCode, emojiData, namesByCode } from './emoji.js';
import { clientNames, generateEmojiModule } from './generate-emoji-names.js';

describe('emoji data', () => {
  it('equals the output of the generator', () => {
    const file = readFileSync(new URL('./emoji-names.generated.ts', import.meta.url), 'utf8');

    expect(file).toBe(generateEmojiModule());
  });

  it.each([
    ['tada', '1f389'],
    ['thumbs_up', '1f44d'],
    ['+1', '1f44d'],
    ['-1', '1f44e'],
    ['smile', '1f642'],
    ['seeing_stars', '1f4ab'],
    ['phone', '260e'],
    ['calendar', '1f4c5'],
    ['construction_zone', '1f6a7'],
    ['like', '1f44d'],
    ['piña_colada', '1f965'],
    ['heart', '2764'],
    ['octopus', '1f419'],
    ['working_on_it', '1f6e0'],
    ['check', '2705'],
    ['us', '1f1fa-1f1f8'],
    ['hash', '0023-20e3'],
    ['airplane', '2708'],
    ['poop', '1f4a9'],
    ['frown', '1f641'],
    ['rocket', '1f680'],
    ['100', '1f4af'],
  ])('maps %s to its code', (name, code) => {
    expect(emojiByName(name)).toBe(code);
    expect(namesByCode(code)).toContain(name);
  });

  it('has every name of existing clients at the same emoji, the first name first', () => {
    const { codeToNames } = emojiData();
    const known = [...clientNames()];

    expect(known.length).toBeGreaterThan(1_800);
    expect(known.filter(([code, names]) => names.some((name, index) => codeToNames[code]?.[index] !== name))).toEqual(
      [],
    );
  });

  it('has well-formed names and codes, each name once', () => {
    const { codeToNames, nameToCode } = emojiData();
    const names = Object.values(codeToNames).flat();

    expect(new Set(names).size).toBe(names.length);
    expect(nameToCode.size).toBe(names.length);
    expect(names.length).toBeGreaterThan(3_000);
    expect(names.filter((name) => !/^[\p{Ll}\p{Lo}0-9_+-]+$/u.test(name))).toEqual([]);
    expect(Object.keys(codeToNames).filter((code) => !/^[0-9a-f]{4,6}(?:-[0-9a-f]{4,6})*$/.test(code))).toEqual([]);
  });

  it('has no entry for unknown names and codes', () => {
    expect(emojiByName('constructor')).toBeUndefined();
    expect(namesByCode('constructor')).toEqual([]);
    expect(canonicalName('0000')).toBeUndefined();
  });

  it('has the emoji of every emoticon', () => {
    expect([...EMOTICONS.values()].filter((name) => emojiByName(name) === undefined)).toEqual([]);
    expect([...EMOTICONS.keys()].filter((emoticon) => emoticon.length !== 2)).toEqual([]);
  });

  it('writes codes without variation selectors', () => {
    expect(emojiCode('❤️')).toBe('2764');
    expect(emojiCode('🇺🇸')).toBe('1f1fa-1f1f8');
  });
});
