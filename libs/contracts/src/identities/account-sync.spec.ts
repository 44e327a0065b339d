import { describe, expect, it } from '@jest/globals';
import { claimsFor } from './account-sync.schema.js';

const sync = (...names: string[]) => ({ profileFields: Object.fromEntries(names.map((name) => [name, name])) });

describe('the claims for a sign-in', () => {
  it('are only those that are read', () => {
    const claims = { phone: '4711', groups: ['eng'], secret: 'x' };

    expect(claimsFor({ ...sync('phone'), groups: { from: 'groups', map: {} } }, claims)).toEqual({
      phone: '4711',
      groups: ['eng'],
    });
    expect(claimsFor(sync('absent', 'toString', '__proto__'), claims)).toEqual({});
    expect(claimsFor(null, claims)).toEqual({});
  });

  it('may stand inside an object, unless a claim has the whole name', () => {
    const claims = { realm_access: { roles: ['a'] }, 'http://x.org/mail': 'm', 'a.b': 1, a: { b: 2 }, text: 'long' };

    expect(claimsFor(sync('realm_access.roles', 'http://x.org/mail', 'a.b', 'text.length', 'a.b.c'), claims)).toEqual({
      'realm_access.roles': ['a'],
      'http://x.org/mail': 'm',
      'a.b': 1,
    });
  });
});
