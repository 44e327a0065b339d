import { expect, it } from '@jest/globals';
import { sourceProse } from './source-prose.js';

const source = `
/**
 * Reads \`a // b\` from https://example.com/x.
 *
 * @returns the value
 */
const url = 'https://example.com'; // Trailing note.
// First line
// second line.
it.each([1])('stores a message', () => {});
describe("drafts", () => check('no name'));
const pattern = /\\/\\/ no comment/;
`;

it('finds the paragraphs of comments with their lines, and names of tests in a spec', () => {
  expect(sourceProse(source, true)).toEqual([
    { kind: 'comment', text: 'Reads x from x', line: 3 },
    { kind: 'comment', text: 'the value', line: 5 },
    { kind: 'comment', text: 'Trailing note.', line: 7 },
    { kind: 'comment', text: 'First line second line.', line: 8 },
    { kind: 'test name', text: 'stores a message', line: 10 },
    { kind: 'test name', text: 'drafts', line: 11 },
  ]);
});

it('finds no names of tests outside a spec', () => {
  expect(sourceProse(source, false).filter(({ kind }) => kind === 'test name')).toEqual([]);
});
