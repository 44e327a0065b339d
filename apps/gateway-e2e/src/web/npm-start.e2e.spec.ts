/// <reference lib="dom" />

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChromium } from '@chat/browser';
import { freePort, makeTemporaryFolder, SERVICES } from '@chat/tools';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { WebClient } from '../support/web-client.js';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const STARTS_WITHIN_MS = 180_000;
/** Names this build: it is in the page of the sources, and in no other build. */
const MARK = randomUUID();

let root: string;
let port: number;
let launcher: ChildProcess;
let output = '';
let browser: Browser;
beforeAll(async () => {
  root = makeTemporaryFolder('chat-start-');
  copyRepository();
  [port, browser] = await Promise.all([freePort(), startChromium()]);
  launcher = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: `${port}`, MAIL_SINK_PORT: `${await freePort()}`, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [launcher.stdout, launcher.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (!output.includes('Ready in')) {
    if (Date.now() > deadline || launcher.exitCode !== null) throw new Error(`Did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}, 240_000);
afterAll(async () => {
  await browser?.close();
  if (launcher?.exitCode === null) {
    launcher.kill('SIGTERM');
    await once(launcher, 'exit');
  }
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
}, 60_000);

/** The repository with compiled services, and with sources of the client that were never built. */
function copyRepository(): void {
  const link = (path: string) => symlinkSync(join(REPOSITORY, path), join(root, path));
  const copy = (path: string) =>
    cpSync(join(REPOSITORY, path), join(root, path), {
      recursive: true,
      filter: (file) => basename(file) !== 'node_modules',
    });
  for (const folder of ['apps/web', 'tools/bundle', 'dist']) mkdirSync(join(root, folder), { recursive: true });
  for (const path of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'services.json', 'dist/services'])
    copy(path);
  for (const path of ['bootstrap', 'data', 'demo-bot', 'dist', 'start.mjs', 'package.json']) copy(`tools/${path}`);
  for (const path of ['index.html', 'package.json', 'vite.config.mjs', 'tsconfig.json', 'scripts', 'src', 'icons'])
    copy(`apps/web/${path}`);
  for (const path of ['node_modules', 'libs', 'tools/node_modules', 'apps/web/node_modules']) link(path);
  for (const service of SERVICES) link(`apps/${service}`);
  link('tsconfig.base.json');
  // The services are compiled and bundled already.
  writeFileSync(join(root, 'tsconfig.json'), '{ "files": ["nothing.ts"], "compilerOptions": { "types": [] } }');
  writeFileSync(join(root, 'nothing.ts'), 'export {};');
  copy('tools/bundle/cached-code.cjs');
  writeFileSync(join(root, 'tools/bundle/bundle-services.mjs'), '');
  const page = join(root, 'apps/web/index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('</head>', `<meta name="build" content="${MARK}"></head>`));
}

it('npm start builds the client, which the printed address shows after the sign-in of a printed account', async () => {
  const address = `http://127.0.0.1:${port}`;
  expect(output).toContain(address);
  const { users } = JSON.parse(readFileSync(join(root, '.local/demo.json'), 'utf8'));
  const [owner] = users as { email: string; password: string }[];
  expect(output.replaceAll(/ +/g, ' ')).toContain(`${owner?.email} ${owner?.password} owner`);
  const client = await WebClient.start({ browser, system: { baseUrl: address }, organization: { host: '127.0.0.1' } });

  await client.signIn(owner as { email: string; password: string }, '#recent');

  await client.main.getByRole('heading', { level: 1, name: 'Recent conversations' }).waitFor();
  expect(await client.page.locator('meta[name="build"]').getAttribute('content')).toBe(MARK);
  expect(client.faults).toEqual([]);
  await client.close();
}, 60_000);
