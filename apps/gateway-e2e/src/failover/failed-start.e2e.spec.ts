import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRedis, makeTemporaryFolder, userCacheFolder } from '@chat/tools';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const COMMAND = fileURLToPath(new URL('../../scripts/failover.mjs', import.meta.url));
const ENDS_WITHIN_MS = 150_000;

let folder: string;
beforeEach(() => {
  folder = makeTemporaryFolder('chat-failed-start-');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a `redis-server` into the folder that starts so many times; later ones end at once. */
async function limitStarts(starts: number): Promise<void> {
  const program = await findRedis({ downloadTo: userCacheFolder() });
  const { file, env } = program.command('', 0);
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

/** Processes of the run: all of them inherit its PATH. Processes that end meanwhile do not count. */
function processesOfRun(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${folder}${delimiter}`);
    } catch {
      return false;
    }
  });
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
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary, { mode: 0o711 });
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}`, TMPDIR: temporary };

    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(process.execPath, [COMMAND, scenario], { env, timeout: ENDS_WITHIN_MS }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? error?.signal ?? 0, output: `${stdout}${stderr}` }),
      );
    });

    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringMatching(/The servers of the stage "\w+" did not start: .*redis/),
    });
    expect(processesOfRun()).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  },
  180_000,
);
