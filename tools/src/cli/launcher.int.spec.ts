import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { processStart } from '../../bootstrap/process-identity.mjs';
import { PERMANENT_SERVICES, SERVICES } from '../../bootstrap/services.mjs';
import { CONVERSATIONS } from '../demo/organization.js';
import { freePort } from '../servers/free-port.js';
import { makeTemporaryFolder } from '../servers/reachable-folder.js';
import type { ProcessEntry } from '../supervisor/process-journal.js';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const STOP_WITHIN_MS = 10_000;
/** A process that cannot exit is killed after the grace of the others. */
const FROZEN_GONE_WITHIN_MS = 40_000;

/** A repository with the real launcher, bundles of fake services and no web client; PostgreSQL and Redis are real. */
let root: string;
let port: number;
const launchers: Launcher[] = [];

beforeAll(async () => {
  port = await freePort();
  root = makeTemporaryFolder('chat-launcher-');
  for (const name of ['bootstrap', 'data', 'demo-bot', 'dist', 'start.mjs', 'fixtures', 'package.json']) {
    cpSync(join(REPOSITORY, 'tools', name), join(root, 'tools', name), { recursive: true });
  }
  for (const name of ['package.json', 'pnpm-lock.yaml', 'services.json', 'tools/bundle/cached-code.cjs'])
    cpSync(join(REPOSITORY, name), join(root, name));
  for (const modules of ['node_modules', join('tools', 'node_modules')]) {
    symlinkSync(join(REPOSITORY, modules), join(root, modules));
  }
  writeFileSync(join(root, 'tsconfig.json'), '{ "files": ["nothing.ts"], "compilerOptions": { "types": [] } }');
  writeFileSync(join(root, 'nothing.ts'), 'export {};');
  for (const service of SERVICES) {
    const dist = join(root, 'apps', service, 'dist');
    mkdirSync(dist, { recursive: true });
    writeFileSync(join(root, 'apps', service, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(dist, 'migrate.js'), "console.log(JSON.stringify({ level: 30, msg: 'migrated' }));");
  }
  const bundles = join(root, 'dist', 'services');
  mkdirSync(bundles, { recursive: true });
  for (const service of SERVICES)
    writeFileSync(join(bundles, `${service}.js`), "import '../../tools/fixtures/fake-service.mjs';");
  for (const [folder, script] of [
    [join(root, 'tools', 'bundle'), 'bundle-services.mjs'],
    [join(root, 'apps', 'web', 'scripts'), 'build.mjs'],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, script), '');
  }
});

/** The fake services could not make a demo organization: the folder looks as if there were one. */
beforeEach(() => {
  const run = join(root, '.local', 'run');
  mkdirSync(run, { recursive: true });
  const users = [{ email: 'owner@example.com', api_key: 'key', password: 'password', role: 100 }];
  writeFileSync(join(root, '.local', 'demo.json'), JSON.stringify({ base_url: '', users }));
  const progress = { firstApiKey: 'key', done: CONVERSATIONS.map((_, index) => index) };
  writeFileSync(join(run, 'demo-progress.json'), JSON.stringify(progress));
});

afterEach(async () => {
  await Promise.all(launchers.splice(0).map((launcher) => launcher.stop()));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

class Launcher {
  output = '';
  private readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(args: string[] = [], env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, ['tools/start.mjs', ...args], {
      cwd: root,
      env: { ...process.env, PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (env.FAKE_CHATTER === undefined) this.read();
    this.ended = new Promise((resolve) => this.child.once('exit', (code) => resolve(code)));
    launchers.push(this);
  }

  read(): void {
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
  }

  async ready(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!this.output.includes('Ready in')) {
      if (Date.now() > deadline || this.child.exitCode !== null) throw new Error(`Did not start:\n${this.output}`);
      await pause();
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.kill('SIGTERM');
    await this.ended;
  }
}

function listed(): ProcessEntry[] {
  return JSON.parse(readFileSync(join(root, '.local', 'processes.json'), 'utf8')) as ProcessEntry[];
}

function runningOf(entries: ProcessEntry[]): ProcessEntry[] {
  return entries.filter(({ pid }) => processStart(pid) !== undefined);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

it('runs a provider with --with-provider, and the service that talks to it', async () => {
  const launcher = new Launcher(['--with-provider']);
  await launcher.ready();

  const [, issuer = '', login] =
    /provider: (http:\/\/127\.0\.0\.1:\d+) {3}sign in at (\S+) as Jonas Weber/.exec(launcher.output) ?? [];
  expect(login).toBe(`http://127.0.0.1:${port}/login/`);
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(metadata).toMatchObject({ issuer });
  expect(listed().map(({ service }) => service)).toContain('identity-providers');

  await launcher.stop();
  await expect(fetch(issuer)).rejects.toThrow();
});

it('starts the requested replicas, prints the address, and stops all processes on SIGTERM', async () => {
  const launcher = new Launcher(['--scale', 'messaging=2'], { EGRESS_ALLOW: 'bots.internal' });
  await launcher.ready();

  expect(launcher.output).toContain(`http://127.0.0.1:${port}`);
  expect(launcher.output).toContain(`described at http://127.0.0.1:${port}/api/v1/docs`);
  expect(launcher.output).toContain('owner@example.com  password  owner');
  const mailUrl = /mail: (http:\/\/127\.0\.0\.1:\d+)/.exec(launcher.output)?.[1];
  expect(await (await fetch(`${mailUrl}/mails.json`)).json()).toEqual({ mails: [] });
  const entries = listed();
  expect(entries.map(({ service, instance }) => `${service}-${instance}`).sort()).toEqual(
    [...PERMANENT_SERVICES.map((service) => `${service}-0`), 'messaging-1', 'postgres-0', 'redis-0'].sort(),
  );
  expect(JSON.parse(readFileSync(join(root, '.local', 'demo.json'), 'utf8'))).toMatchObject({
    base_url: `http://127.0.0.1:${port}`,
  });
  const { egressAllow } = (await (await fetch(`http://127.0.0.1:${port}`)).json()) as { egressAllow: string };
  expect(egressAllow).toMatch(/^bots\.internal,127\.0\.0\.1:\d+$/);

  const stoppedAt = Date.now();
  launcher.kill('SIGTERM');

  expect(await launcher.ended).toBe(0);
  expect(Date.now() - stoppedAt).toBeLessThan(STOP_WITHIN_MS);
  expect(runningOf(entries)).toEqual([]);
  await expect(fetch(`${mailUrl}/mails.json`)).rejects.toThrow();
}, 90_000);

it('refuses a second launcher in the same folder, and a port in use', async () => {
  const launcher = new Launcher();
  await launcher.ready();
  const second = new Launcher();

  expect(await second.ended).toBe(1);
  expect(second.output).toMatch(/running already \(process \d+\)/);
  await launcher.stop();

  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const third = new Launcher();

  expect(await third.ended).toBe(1);
  expect(third.output).toContain(`Port ${port} on 127.0.0.1 is in use`);
  expect(third.output).not.toContain('    at ');
  server.close();
}, 90_000);

it('leaves no process when it is killed, and starts again at once with its data', async () => {
  const launcher = new Launcher();
  await launcher.ready();
  const entries = listed();

  launcher.kill('SIGKILL');
  await launcher.ended;
  const next = new Launcher();
  await next.ready();

  expect(runningOf(entries)).toEqual([]);
  next.kill('SIGKILL');
  await next.ended;
  const orphans = runningOf(listed());
  const deadline = Date.now() + STOP_WITHIN_MS;
  while (runningOf(orphans).length > 0 && Date.now() < deadline) await pause();
  expect(runningOf(orphans)).toEqual([]);
}, 120_000);

it('leaves no process when it is killed, not even a frozen one', async () => {
  const launcher = new Launcher();
  await launcher.ready();
  const entries = listed();
  const frozen = entries.filter(({ service }) => ['users', 'gateway'].includes(service));
  for (const { pid } of frozen) process.kill(pid, 'SIGSTOP');

  launcher.kill('SIGKILL');
  await launcher.ended;

  const deadline = Date.now() + FROZEN_GONE_WITHIN_MS;
  while (runningOf(entries).length > 0 && Date.now() < deadline) await pause();
  expect(runningOf(entries)).toEqual([]);
}, 120_000);

it('continues if its output is not read', async () => {
  const launcher = new Launcher([], { FAKE_CHATTER: '1' });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers())) {
    if (Date.now() > deadline) throw new Error('It does not answer.');
    await pause();
  }
  const pidOf = (service: string) => listed().find((entry) => entry.service === service)?.pid;
  // Each service prints 2 MB a second: the pipe and all buffers are full by now.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const killed = pidOf('users');
  // Signalling "no pid" would be signalling this very process group.
  if (killed === undefined) throw new Error(`users does not run: ${JSON.stringify(listed())}`);
  process.kill(killed, 'SIGKILL');

  while (pidOf('users') === killed || pidOf('users') === undefined) {
    if (Date.now() > deadline) throw new Error('It is not started again.');
    await pause();
  }
  launcher.kill('SIGINT');

  expect(await launcher.ended).toBe(0);
}, 90_000);

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}`)).ok;
  } catch {
    return false;
  }
}

it.each([
  [['--scale', 'mesaging=2'], {}, 'There is no service "mesaging"'],
  [['--scale', 'messaging=0'], {}, 'a whole number, 1 to 16'],
  [['--scale', 'messaging'], {}, 'not of the form SERVICE=N'],
  [['--nonsense'], {}, 'Usage: npm start'],
  [[], { PORT: '99999' }, 'PORT is "99999"'],
  [[], { MAIL_SINK_PORT: 'mail' }, 'MAIL_SINK_PORT is "mail"'],
])('explains a wrong start: %j %j', async (args, env, message) => {
  const launcher = new Launcher(args as string[], env as Record<string, string>);

  expect(await launcher.ended).toBe(1);
  expect(launcher.output).toContain(message);
});
