import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nameKey } from '../accounts/names.js';
import { parseInvitees } from './invitees.js';

const emails = (text: string) => parseInvitees(text).map(({ email }) => email);

it('addresses are separated by commas and line breaks, with or without names', () => {
  const text = 'ana@example.com, Ben Berg <ben@example.com>\r\n\n <cleo@example.com>,,\n"Dan" <dan@example.com> ,';

  expect(emails(text)).toEqual(['ana@example.com', 'ben@example.com', 'cleo@example.com', 'dan@example.com']);
});

it('an address counts once, in its first spelling', () => {
  expect(emails('Ana@example.com, ANA@EXAMPLE.COM\nana <ana@example.com>')).toEqual(['Ana@example.com']);
});

it.each([
  ['no entry', ' ,\n, <> '],
  ['nothing', ''],
])('a text with %s has no addresses', (_, text) => {
  expect(emails(text)).toEqual([]);
});

it.each([['a@example.com>'], ['>a@example.com<'], ['Ana <a@example.com']])(
  'the entry %s remains whole, so that it is refused',
  (entry) => {
    expect(emails(entry)).toEqual([entry]);
  },
);

const address = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9.+_-]{1,12}$/), fc.stringMatching(/^[A-Za-z0-9-]{1,10}\.[A-Za-z]{2,4}$/))
  .map(([local, domain]) => `${local}@${domain}`);
const named = fc
  .tuple(fc.stringMatching(/^[A-Za-zÀ-ž ".']{0,12}$/), address)
  .map(([name, email]) => ({ text: `${name} <${email}>`, email }));
const entry = fc.oneof(
  named,
  address.map((email) => ({ text: email, email })),
  fc.constant({ text: ' ', email: '' }),
);
const separator = fc.constantFrom(',', '\n', '\r\n', ', ', ',\n');

it('every address of a list is found once, in order, with any separators', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(entry, separator), { maxLength: 30 }), (list) => {
      const text = list.map(([{ text: given }, between]) => given + between).join('');
      const given = list.map(([{ email }]) => email).filter((email) => email !== '');
      const expected = given.filter((email, at) => given.findIndex((one) => nameKey(one) === nameKey(email)) === at);

      expect(emails(text)).toEqual(expected);
    }),
  );
});

it('no text yields a blank address, an address twice, or an address with a separator', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
      const found = parseInvitees(text);

      expect(found.filter(({ email }) => email.trim() !== email || email === '' || /[,\r\n]/.test(email))).toEqual([]);
      expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
      expect(found.every(({ email, key }) => nameKey(email) === key && text.includes(email))).toBe(true);
    }),
  );
});
