import { describe, expect, it } from '@jest/globals';
import { profileValueFault } from './check-profile-value.js';
import { ProfileFieldType } from './profile-fields.schema.js';

const CHOICES = JSON.stringify({ a: { text: 'A', order: '1' }, constructor: { text: 'C', order: '2' } });
const faultOf = (type: ProfileFieldType, value: unknown) =>
  profileValueFault({ type, name: 'Field', fieldData: type === ProfileFieldType.Choice ? CHOICES : '' }, value);

describe('a value of a profile field', () => {
  it.each<[keyof typeof ProfileFieldType, unknown]>([
    ['ShortText', ''],
    ['ShortText', '😀'.repeat(50)],
    ['LongText', 'a\nb'],
    ['LongText', 'x'.repeat(500)],
    ['Choice', 'a'],
    ['Choice', 'constructor'],
    ['Date', '2024-02-29'],
    ['Link', 'https://example.com/a?b#c'],
    ['Link', 'http://127.0.0.1:5002/'],
    ['Link', 'http://[2001:DB8::1]/'],
    ['Link', 'http://localhost:80'],
    ['Link', 'https://пример.рф/'],
    ['Person', []],
    ['Person', [1, 2]],
    ['ExternalAccount', 'ana'],
    ['Pronouns', 'they'],
  ])('%s %j fits', (type, value) => {
    expect(faultOf(ProfileFieldType[type], value)).toBeNull();
  });

  it.each<[keyof typeof ProfileFieldType, unknown, string]>([
    ['ShortText', 5, 'Field is not a string'],
    ['ShortText', null, 'Field is not a string'],
    ['ShortText', 'a\u0000', 'Invalid Field'],
    ['ShortText', 'x'.repeat(51), 'Field is too long (limit: 50 characters)'],
    ['LongText', 'x'.repeat(501), 'Field is too long (limit: 500 characters)'],
    ['Pronouns', 'x'.repeat(51), 'Field is too long (limit: 50 characters)'],
    ['ExternalAccount', 'x'.repeat(51), 'Field is too long (limit: 50 characters)'],
    ['Choice', 'b', "'b' is not a valid choice for 'Field'."],
    ['Choice', 'toString', "'toString' is not a valid choice for 'Field'."],
    ['Date', '2023-02-29', 'Field is not a date'],
    ['Date', '24-02-29', 'Field is not a date'],
    ['Date', '2024-02-29T00:00', 'Field is not a date'],
    ['Link', 'javascript:alert(1)', 'Field is not a URL'],
    ['Link', 'https://', 'Field is not a URL'],
    ['Link', 'https://a b', 'Field is not a URL'],
    ['Link', 'https://invalid-url', 'Field is not a URL'],
    ['Link', 'https://127.0.0', 'Field is not a URL'],
    ['Link', 'https://a/\u0085', 'Field is not a URL'],
    ['Link', 'https://a/\ud800', 'Field is not a URL'],
    ['Link', `https://example.com/${'x'.repeat(1_024)}`, 'Field is not a URL'],
    ['Person', '1', 'User IDs is not a list'],
    ['Person', [1, '2'], 'User IDs[1] is not an integer'],
    ['Person', Array.from({ length: 101 }, () => 1), 'User IDs is too long (limit: 100)'],
  ])('%s %j does not: %s', (type, value, fault) => {
    expect(faultOf(ProfileFieldType[type], value)).toBe(fault);
  });
});
