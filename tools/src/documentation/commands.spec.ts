import { expect, it } from '@jest/globals';
import { commandErrors } from './commands.js';

const known = {
  scripts: ['bench'],
  steps: ['unit', 'service'],
  exists: (path: string) => path === 'docker/make-env.mjs',
};
const page = (commands: string) => `# Page\n\n\`\`\`sh\n${commands}\n\`\`\`\n`;

it('accepts commands that the repository has, and does not read other blocks', () => {
  const commands = 'npm start\nnpm run bench -- send\nnpm test -- unit libs\nnode docker/make-env.mjs';

  expect(commandErrors('a.md', `${page(commands)}\n\`\`\`text\nnpm run missing\n\`\`\`\n`, known)).toEqual([]);
});

it('refuses a missing script, step and file by the line of their block', () => {
  expect(commandErrors('a.md', page('npm run gone\nnpm test -- gone\nnode docker/gone.mjs'), known)).toEqual([
    'a.md:3 "npm run gone": package.json has no such script',
    'a.md:3 "npm test -- gone": npm test has no such step',
    'a.md:3 "node docker/gone.mjs": there is no such file',
  ]);
});

it('refuses a command in the text that the repository does not have', () => {
  const text = 'Run `npm run bench -- send`, `npm test -- unit`, then `npm run gone`.\n\n```ts\nx();\n```\n';

  expect(commandErrors('a.md', text, known)).toEqual(['a.md:1 "npm run gone": package.json has no such script']);
});
