import { expect, it } from '@jest/globals';
import { comparableOutput, guideBlocks } from './guide-blocks.js';

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
    { code: 'npm start\n', isForeground: true, line: 3, expected: undefined },
    { code: 'echo 1\n', isForeground: false, line: 7, expected: '1\n' },
    { code: 'echo 2\n', isForeground: false, line: 15, expected: undefined },
  ]);
});

it('compares output without ids and keys', () => {
  const one = comparableOutput('{"id":271,"key":"abcdefghijklmnopqrstuvwxyz012345"}\n');

  expect(one).toBe(comparableOutput('{"id":9,"key":"KEYKEYKEYabcdefghijklmnopqrstuvw"}'));
  expect(one).not.toBe(comparableOutput('{"id":9,"code":"KEYKEYKEYabcdefghijklmnopqrstuvw"}'));
});
