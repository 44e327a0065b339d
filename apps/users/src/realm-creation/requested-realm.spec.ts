import { REALM_CREATION_ERRORS as ERRORS } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkedRealm } from './requested-realm.js';

const requested = { name: 'Fernwood', orgType: 10, subdomain: 'fernwood' };

describe('a requested organization', () => {
  it.each(['abc', 'a-b', '0x9', 'a'.repeat(40), 'a--b'])('may have the subdomain %s', (subdomain) => {
    expect(checkedRealm({ ...requested, name: ' Fernwood ', subdomain })).toEqual({ ...requested, subdomain });
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
    expect(() => checkedRealm({ ...requested, subdomain })).toThrow(message);
  });

  it.each([
    ['no name', { name: ' ' }, ERRORS.name],
    ['a long name', { name: 'x'.repeat(41) }, ERRORS.name],
    ['a name of two lines', { name: 'a\nb' }, ERRORS.name],
    ['an unknown type', { orgType: 7 }, ERRORS.type],
    ['a type that is no number', { orgType: Number.NaN }, ERRORS.type],
  ])('may not have %s', (_, fields, message) => {
    expect(() => checkedRealm({ ...requested, ...fields })).toThrow(message);
  });

  it('has a host name of one label', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '9', '-', '.', '@', '/', 'A', 'é', '\n') }), (subdomain) => {
        try {
          const checked = checkedRealm({ ...requested, subdomain });
          expect(new URL(`http://${checked.subdomain}.example.org`).hostname).toBe(`${subdomain}.example.org`);
        } catch (error) {
          expect(Object.values(ERRORS)).toContain((error as Error).message);
        }
      }),
    );
  });
});
