import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './pages-with-code.js';

const STAND_IN = fileURLToPath(new URL('../../fixtures/stand-in.mjs', import.meta.url));

function play(program: string, ...args: string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync('node', [STAND_IN, program, ...args], { cwd: ROOT, encoding: 'utf8' });
  return { status, stderr: stderr.split('\n')[0] ?? '' };
}

describe.each([
  ['npm start -- --scale events=2', 'npm start -- --scale mails=2', 'There is no service "mails" to scale'],
  ['npm test -- service apps/users', 'npm test -- service apps/mails', 'no test file with apps/mails in its path'],
  ['npm test -- unit libs/text', 'npm test -- docs libs/text', 'these steps run no test files'],
  ['npm run format', 'npm run formatting', 'package.json has no script formatting'],
  ['npm run chaos', 'npm run lint', 'neither runs the script nor has a reason not to'],
  ['npm run chat -- backup-status --max-age 9', 'npm run chat -- backup-status --maximum 9', 'no option --maximum'],
  ['npx pnpm install', 'npx yarn install', 'the packages are installed in another way'],
  ['git switch -c other', 'git rebase main', 'unknown command of git'],
  ['git commit -am feat(users):_count', 'git commit -am Counted', 'no subject of a commit'],
  ['openssl rand -base64 32', 'openssl rand -hex 32', 'unknown option -hex'],
  ['docker compose stop users', 'docker compose stop mails', 'there is no service mails'],
  ['pip install zulip', 'pip install mails', 'the pages install no other package'],
])('the stand-in for "%s"', (accepted, refused, reason) => {
  const run = (command: string) => play(...(command.split(' ').map((word) => word.replaceAll('_', ' ')) as [string]));

  it('accepts it', () => {
    expect(run(accepted)).toMatchObject({ status: 0 });
  });

  it(`refuses "${refused}"`, () => {
    expect(run(refused)).toEqual({ status: 1, stderr: expect.stringContaining(reason) });
  });
});
