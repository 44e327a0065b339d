import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { UsersUnderTest } from '../testing/users-under-test.js';
import { nameKey, sqlNameKey } from './names.js';

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start();
});
afterAll(() => users.stop());

it('keys of names are the same in SQL', async () => {
  const character = fc.oneof(
    fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...'aZ09 ßẞıİÅÅéµμſﬁǅŉΐᾳᾭԱև①½´¨ﷺ', '\u0301', '\u0307', '\u0323', '\u0345', '\u00a0'),
  );
  const name = fc.array(character, { minLength: 1, maxLength: 10 }).map((characters) => characters.join(''));
  const names = fc.sample(name, { numRuns: 2_000, seed: 1 });

  const rows = await users.sql<{ key: string }>(
    `SELECT ${sqlNameKey('name')} AS key FROM unnest($1::text[]) WITH ORDINALITY AS given (name, place) ORDER BY place`,
    [names],
  );

  const differing = names.filter((each, place) => rows[place]?.key !== nameKey(each));
  expect(differing).toEqual([]);
});

it.each([
  ['ΟΔΟΣ', 'οδος', true],
  ['οδος', 'οδοσ', true],
  ['Straße', 'STRASSE', true],
  ['Ａna\u00a0Lima', 'ANA LIMA', true],
  ['Ana', 'Anna', false],
  ['İ', 'i', false],
])('%s and %s: one name is %s', async (one, other, isOne) => {
  const [row] = await users.sql(`SELECT ${sqlNameKey('$1::text')} = ${sqlNameKey('$2::text')} AS "isOne"`, [
    one,
    other,
  ]);
  expect(row).toEqual({ isOne });
});
