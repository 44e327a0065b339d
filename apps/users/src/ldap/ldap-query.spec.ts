import { describe, expect, it } from '@jest/globals';
import { escapeDnValue, escapeFilterValue, fillIn } from './ldap-query.js';

describe('names in LDAP queries', () => {
  it.each([
    ['*', '\\2a'],
    ['ana)(uid=*', 'ana\\29\\28uid=\\2a'],
    ['a\\b\0', 'a\\5cb\\00'],
    ['Inês', 'Inês'],
  ])('cannot change a filter: %j', (name, escaped) => {
    expect(escapeFilterValue(name)).toBe(escaped);
  });

  it.each([
    ['ana,ou=admins', 'ana\\2cou\\3dadmins'],
    [' ana ', '\\20ana\\20'],
    ['#1', '\\231'],
    ['a+b', 'a\\2bb'],
  ])('cannot change a DN: %j', (name, escaped) => {
    expect(escapeDnValue(name)).toBe(escaped);
  });

  it('are inserted literally', () => {
    expect(fillIn('(|(uid=%(user)s)(mail=%(user)s))', '$&')).toBe('(|(uid=$&)(mail=$&))');
  });
});
