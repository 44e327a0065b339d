import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRedis, userCacheFolder } from '@chat/tools';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { FailoverCommand } from './failover-command.js';

let command: FailoverCommand;
beforeEach(() => {
  command = new FailoverCommand();
});
afterEach(() => command.discard());

/** Puts a `redis-server` into the folder that starts so many times; later ones end at once. */
async function limitStarts(starts: number): Promise<void> {
  const program = await findRedis({ downloadTo: userCacheFolder() });
  const { file, env } = program.command('', 0);
  const { folder } = command;
  const path = join(folder, 'redis-server');
  const lines = [
    '#!/bin/bash',
    `export LD_LIBRARY_PATH='${env['LD_LIBRARY_PATH'] ?? ''}'`,
    'if [ "$1" != --version ]; then',
    `  echo start >> '${folder}/starts'`,
    `  if [ "$(wc -l < '${folder}/starts')" -gt ${starts} ]; then exit 1; fi`,
    'fi',
    // INFO names it as the program of the server.
    `exec -a '${path}' '${file}' "$@"`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  chmodSync(path, 0o755);
}

it.each([
  ['the first Redis', 'redis-failover', 0],
  ['the servers of a pair', 'redis-failover', 1],
  ['one server of a pair', 'redis-failover', 2],
  ['the Sentinels', 'redis-sentinel', 3],
])(
  'a run ends with a message and leaves nothing without %s',
  async (_, scenario, starts) => {
    await limitStarts(starts);

    command.start(scenario);

    expect(await command.end()).toEqual({
      code: 1,
      output: expect.stringMatching(/The servers of the stage "\w+" did not start: .*redis/),
      processes: [],
      files: [],
    });
  },
  180_000,
);
