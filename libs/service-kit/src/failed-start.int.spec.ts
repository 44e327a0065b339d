import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';

const KIT = new URL('../dist/index.js', import.meta.url).href;
const SCRIPT = `import { runService, ServiceModule } from '${KIT}';
  class Reports {}
  const imports = [ServiceModule.forRoot({ name: 'users' })];
  await runService('users', { module: Reports, imports });`;

it('a service that cannot start prints one line and exits with 1', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });

  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    'users cannot start: Set the environment variable REDIS_URL (or REDIS_URL_FILE).\n',
  ]);
});
