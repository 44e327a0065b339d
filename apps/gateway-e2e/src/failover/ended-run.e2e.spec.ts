import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@chat/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { FailoverCommand } from './failover-command.js';

const SCENARIO = 'redis-disk-full';
/** A start takes this long on a busy machine, with the bundles of the services. */
const PREPARED_WITHIN_MS = 240_000;

let command: FailoverCommand;
beforeEach(() => {
  command = new FailoverCommand();
  command.start(SCENARIO);
});
afterEach(() => command.discard());

const untilServicesStart = () =>
  eventually(() => command.processes('dist/services').length > 0, { withinMs: PREPARED_WITHIN_MS });

/** Whether a file of a Redis is a link to a device: the scenario has begun. */
const isDiskFull = () =>
  readdirSync(command.temporary)
    .map((name) => join(command.temporary, name, 'appendonlydir'))
    .filter((folder) => existsSync(folder))
    .some((folder) => readdirSync(folder, { withFileTypes: true }).some((file) => file.isSymbolicLink()));

const untilFailure = () => eventually(isDiskFull, { withinMs: PREPARED_WITHIN_MS });

it.each([
  ['SIGINT', 'while the services start', untilServicesStart],
  ['SIGTERM', 'during a scenario', untilFailure],
] as const)(
  'a run that gets %s %s ends with a message and leaves nothing',
  async (signal, _, untilMoment) => {
    await untilMoment();

    command.signal(signal);

    expect(await command.end()).toEqual({
      code: 1,
      output: expect.stringContaining(`Ended by ${signal}.`),
      processes: [],
      files: [],
    });
  },
  360_000,
);

it('a run ends with a message and leaves nothing if its servers of Redis die by themselves during a scenario', async () => {
  await untilFailure();

  for (const pid of command.processes('redis-server')) process.kill(pid, 'SIGKILL');

  expect(await command.end()).toEqual({
    code: 1,
    output: expect.stringMatching(/Redis on port \d+ died by itself: SIGKILL\./),
    processes: [],
    files: [],
  });
}, 360_000);
