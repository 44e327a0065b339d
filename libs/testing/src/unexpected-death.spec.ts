import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { UnexpectedDeath } from './unexpected-death.js';

const startProcess = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });

it('a process that the test does not end is named with the cause of its end', async () => {
  const death = new UnexpectedDeath('Redis on port 1');
  const [ended, died] = [startProcess(), startProcess()];
  for (const child of [ended, died]) death.watch(child);
  death.expect(ended);
  const exited = once(ended, 'exit');
  ended.kill('SIGTERM');
  await exited;

  died.kill('SIGKILL');

  expect(await death.error).toEqual(new Error('Redis on port 1 died by itself: SIGKILL.'));
});
