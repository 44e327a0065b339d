import { expect, it } from '@jest/globals';
import { comparableCode, comparableOutput, exampleParagraphs, guideBlocks } from './guide-blocks.js';

const page = `# Guide

\`\`\`sh foreground
npm start
\`\`\`

\`\`\`sh
echo 1
\`\`\`

\`\`\`text
1
\`\`\`

\`\`\`sh
echo 2
\`\`\`

In another case:

\`\`\`text
3
\`\`\`
`;

it('finds commands with their lines, and only output that follows directly', () => {
  expect(guideBlocks(page)).toEqual([
    { code: 'npm start\n', isForeground: true, isSql: false, line: 3, expected: undefined },
    { code: 'echo 1\n', isForeground: false, isSql: false, line: 7, expected: '1\n' },
    { code: 'echo 2\n', isForeground: false, isSql: false, line: 15, expected: undefined },
  ]);
});

it('finds statements, and the commands of a list without their indentation', () => {
  const list =
    '1. First:\n\n    ```sh\n    for x in 1; do\n      echo 1\n    done\n    ```\n\n```sql\nSELECT 1;\n```\n';

  expect(guideBlocks(list).map(({ code, isSql }) => ({ code, isSql }))).toEqual([
    { code: 'for x in 1; do\n  echo 1\ndone\n', isSql: false },
    { code: 'SELECT 1;\n', isSql: true },
  ]);
});

it('does not read the blocks of a page that a block shows', () => {
  expect(guideBlocks('# Page\n\n````md\n# Other\n\n```sh\necho 1\n```\n````\n\n```sh\necho 2\n```\n')).toMatchObject([
    { line: 11 },
  ]);
});

it('compares output without ids and keys', () => {
  const one = comparableOutput('{"id":271,"key":"abcdefghijklmnopqrstuvwxyz012345"}\n');

  expect(one).toBe(comparableOutput('{"id":9,"key":"KEYKEYKEYabcdefghijklmnopqrstuvw"}'));
  expect(one).not.toBe(comparableOutput('{"id":9,"code":"KEYKEYKEYabcdefghijklmnopqrstuvw"}'));
});

it('splits the examples of a page in TypeScript at blank lines', () => {
  const example = '# Page\n\n```ts\nfirst();\n\nsecond();\n```\n\n```sh\necho 1\n```\n\n```tsx\n<Third />\n```\n';

  expect(exampleParagraphs(example)).toEqual([
    { code: 'first();', line: 3 },
    { code: 'second();\n', line: 3 },
    { code: '<Third />\n', line: 13 },
  ]);
});

it('compares code without comments and form, and with the name of the package in an import', () => {
  const source = "import { x } from './index.js';\n/** Calls. */\nx(\n  { a, b }, // both\n  'https://y//z',\n);\n";

  expect(comparableCode(source, '@chat/x')).toBe("import{x}from'@chat/x';x({a,b},'https://y//z');");
  expect(comparableCode("import { x } from '@chat/x';\nx({ a, b }, 'https://y//z');")).toBe(
    comparableCode(source, '@chat/x'),
  );
});
