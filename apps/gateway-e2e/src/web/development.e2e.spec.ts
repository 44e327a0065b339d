/// <reference lib="dom" />

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChromium } from '@chat/browser';
import { freePort, makeTemporaryFolder } from '@chat/tools';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { HostProxy } from '../support/host-proxy.js';
import { Organization } from '../support/organization.js';
import { sharedSystem } from '../support/shared-system.js';
import { WebClient } from '../support/web-client.js';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
/** The server prepares the packages of the client before its first page. */
const FIRST_PAGE_WITHIN_MS = 120_000;
const STYLES = 'apps/web/src/design/base.css';
const COMPONENT = 'apps/web/src/conversations/list-heading.tsx';
const TEXTS = 'apps/web/src/languages/en.json';

let folder: string;
let organization: Organization;
let browser: Browser;
let proxy: HostProxy;
let server: ChildProcess;
let client: WebClient;
beforeAll(async () => {
  folder = makeTemporaryFolder('chat-web-');
  copySources();
  const system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  proxy = await HostProxy.start(system.baseUrl, organization.host);
  const address = `http://127.0.0.1:${await startServer()}`;
  client = await WebClient.start({ browser, system: { baseUrl: address }, organization: { host: '127.0.0.1' } });
  client.page.setDefaultTimeout(FIRST_PAGE_WITHIN_MS);
  await client.signIn(organization.owner, 'login/?next=%2F%23inbox');
}, 240_000);
afterAll(async () => {
  await browser?.close();
  if (server?.exitCode === null) {
    server.kill();
    await once(server, 'exit');
  }
  await proxy?.close();
  await organization?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** The client and its libraries, so that the tests change copies. Packages stay where they are. */
function copySources(): void {
  const isSource = (path: string) => !['node_modules', 'dist'].includes(basename(path));
  for (const part of ['package.json', 'pnpm-workspace.yaml', 'tsconfig.base.json', 'apps/web', 'libs'])
    cpSync(join(REPOSITORY, part), join(folder, part), { recursive: true, filter: isSource });
  const modules = join(folder, 'apps/web/node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(REPOSITORY, 'apps/web/node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(REPOSITORY, 'apps/web/node_modules', name), join(modules, name));
}

/** Runs the command of `npm run web` in the copy. Resolves with its port. */
async function startServer(): Promise<number> {
  const port = await freePort();
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  server = spawn('sh', ['-c', scripts.web], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'development', NODE_OPTIONS: '', SERVER: proxy.origin, WEB_PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout as NodeJS.ReadableStream, 'data');
  expect(String(line)).toBe(`The client: http://127.0.0.1:${port}/   the system: ${proxy.origin}\n`);
  return port;
}

function change(path: string, from: string, to: string): void {
  const before = readFileSync(join(folder, path), 'utf8');
  expect(before).toContain(from);
  writeFileSync(join(folder, path), before.replace(from, to));
}

it('npm run web shows the client of a running system from its sources', async () => {
  await client.main.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();

  expect(await client.page.locator('script[src*="/src/main.tsx"]').count()).toBe(1);
});

it('npm run web shows a changed style and a changed component in the open page', async () => {
  await client.page.evaluate(() => Object.assign(window, { isSamePage: true }));

  change(STYLES, '  body {\n    background: var(--canvas);', '  body {\n    background: rgb(1, 2, 3);');
  await client.page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(1, 2, 3)');
  change(COMPONENT, 'className={styles.title}', 'className={styles.title} data-changed="yes"');
  await client.main.locator('h1[data-changed="yes"]').waitFor();

  expect(await client.page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

it('npm run web shows a changed text', async () => {
  change(TEXTS, '"view.inbox": "Inbox"', '"view.inbox": "Letters"');

  await client.main.getByRole('heading', { level: 1, name: 'Letters' }).waitFor();
});
