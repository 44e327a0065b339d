import { REALM_CREATION_ERRORS as ERRORS } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkedWish } from './realm-wishes.js';

const wish = { name: 'Fernwood', orgType: 10, subdomain: 'fernwood' };

describe('a wished organization', () => {
  it.each(['abc', 'a-b', '0x9', 'a'.repeat(40), 'a--b'])('may have the subdomain %s', (subdomain) => {
    expect(checkedWish({ ...wish, name: ' Fernwood ', subdomain })).toEqual({ ...wish, subdomain });
  });

  it.each([
    ['ab', ERRORS.shortSubdomain],
    ['', ERRORS.subdomain],
    ['-ab', ERRORS.subdomain],
    ['ab-', ERRORS.subdomain],
    ['Abc', ERRORS.subdomain],
    ['a.b', ERRORS.subdomain],
    ['a b', ERRORS.subdomain],
    ['äbc', ERRORS.subdomain],
    ['abc\n', ERRORS.subdomain],
    ['a'.repeat(41), ERRORS.subdomain],
    ['www', ERRORS.reservedSubdomain],
    ['admin', ERRORS.reservedSubdomain],
    ['xn--80ak6aa92e', ERRORS.reservedSubdomain],
  ])('may not have the subdomain %j', (subdomain, message) => {
    expect(() => checkedWish({ ...wish, subdomain })).toThrow(message);
  });

  it.each([
    ['no name', { name: ' ' }, ERRORS.name],
    ['a long name', { name: 'x'.repeat(41) }, ERRORS.name],
    ['a name of two lines', { name: 'a\nb' }, ERRORS.name],
    ['an unknown type', { orgType: 7 }, ERRORS.type],
    ['a type that is no number', { orgType: Number.NaN }, ERRORS.type],
  ])('may not have %s', (_, fields, message) => {
    expect(() => checkedWish({ ...wish, ...fields })).toThrow(message);
  });

  it('has a host name of one label', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '9', '-', '.', '@', '/', 'A', 'é', '\n') }), (subdomain) => {
        try {
          const checked = checkedWish({ ...wish, subdomain });
          expect(new URL(`http://${checked.subdomain}.example.org`).hostname).toBe(`${subdomain}.example.org`);
        } catch (error) {
          expect(Object.values(ERRORS)).toContain((error as Error).message);
        }
      }),
    );
  });
});
