import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_FORM_FIELDS, parseForm } from './form-data.js';

describe('parseForm', () => {
  it.each([
    ['', []],
    [
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['a=1&a=2', [['a', '2']]],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=b', [['', 'b']]],
    ['&&a=1&', [['a', '1']]],
    ['a=b=c', [['a', 'b=c']]],
    ['a=x+y%20z', [['a', 'x y z']]],
    ['a=%2B', [['a', '+']]],
    ['a=100%', [['a', '100%']]],
    ['a=%zz%41', [['a', '%zzA']]],
    ['a=%e2%82%ac%', [['a', '€%']]],
    ['na%20me=1', [['na me', '1']]],
    [
      '__proto__=1&constructor=2',
      [
        ['__proto__', '1'],
        ['constructor', '2'],
      ],
    ],
  ])('%j', (text, expected) => {
    expect([...parseForm(text)]).toEqual(expected);
  });

  it('remembers the values of a repeated name, up to a limit', () => {
    const form = parseForm(`a=1&b=x&a=2&${'c=&'.repeat(MAX_FORM_FIELDS + 10)}a=3`);

    expect([form.get('a'), form.all?.('a'), form.all?.('b'), form.all?.('z')]).toEqual([
      '3',
      ['1', '2', '3'],
      ['x'],
      [],
    ]);
    expect(form.all?.('c')).toHaveLength(MAX_FORM_FIELDS + 1);
  });

  it.each(['a=%ff', 'a=%c3%28', '%ff=1', 'a=%ed%a0%80', 'a=%zz%ff'])('refuses %j, which is not UTF-8', (text) => {
    expect(() => parseForm(text)).toThrow('is not valid UTF-8');
  });

  it('refuses more parameters than the limit', () => {
    const text = Array.from({ length: MAX_FORM_FIELDS + 1 }, (_, index) => `p${index}=`).join('&');

    expect(() => parseForm(text)).toThrow('Too many parameters (limit: 1000)');
  });

  it('reads every form that URLSearchParams writes', () => {
    const fields = fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(fields, (pairs) => {
        const written = new URLSearchParams(pairs).toString();
        expect([...parseForm(written)]).toEqual([...new URLSearchParams(written)]);
      }),
    );
  });
});
