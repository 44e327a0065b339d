import { expect, it } from '@jest/globals';
import { commandErrors } from './commands.js';
import { settingProblem } from './setting-problem.js';

const known = {
  scripts: ['bench'],
  steps: ['unit', 'service'],
  exists: (path: string) => path === 'docker/make-env.mjs',
  settingProblem,
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

it('accepts settings with values that fit, and variables that the page reads', () => {
  const commands =
    "export LOG_LEVEL=warn\nPORT=8080 DATABASE_SYNCHRONOUS='required' npm start\nOWN=1\necho $OWN ${OTHER}\nOTHER=2";

  expect(commandErrors('a.md', page(commands), known)).toEqual([]);
});

it('refuses a setting that does not exist, and a value that does not fit', () => {
  const commands = 'DATABASE_SYNC=required\nLOG_LEVEL=warn PORT=none npm start';

  expect(commandErrors('a.md', page(commands), known)).toEqual([
    'a.md:3 "DATABASE_SYNC": there is no such setting, and the page does not read it',
    'a.md:3 "PORT": set a whole number from 0 to 65535',
  ]);
});
