import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { SERVICE_LIST, SERVICES } from '../../bootstrap/services.mjs';
import { freePort } from '../servers/free-port.js';
import { makeTemporaryFolder } from '../servers/reachable-folder.js';
import { type RunningPostgres, type RunningServer, startPostgres, startRedis } from '../servers/start-server.js';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
/** Folders of the images: this repository, which has the same paths, or the output of docker/assemble.sh. */
const ROOT = process.env['CONTAINER_ROOT'] ?? REPOSITORY;
const READY_WITHIN_MS = 150_000;
/** As in the image. */
const BETWEEN_CHECKS_MS = 1_000;
const EXIT_WITHIN_MS = 90_000;

const dockerfile = readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8');
const compose = parse(readFileSync(join(REPOSITORY, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, { environment: Record<string, string | number | null> }>;
};

/** The stage of the Dockerfile by that name. */
const stage = (name: string): string =>
  dockerfile.split(/^FROM /m).find((text) => text.includes(` AS ${name}\n`)) ?? '';
const commandOf = (name: string): string[] => JSON.parse(/^CMD (\[.*\])$/m.exec(stage(name))?.[1] ?? '') as string[];
const operatorCommand = () => JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(stage('operator'))?.[1] ?? '') as string[];
const healthCheck = JSON.parse(/HEALTHCHECK[^\n]*\\\n\s*CMD (\[.*\])/.exec(stage('service'))?.[1] ?? '') as string[];

/** The command of a service. This repository has the bundles of all services in one folder. */
const serviceCommand = (service: string): string[] =>
  ROOT === REPOSITORY
    ? commandOf('service').map((part) =>
        part.replace('dist/bundle/main.js', join(ROOT, 'dist/services', `${service}.js`)),
      )
    : commandOf('service');

let folder: string;
let postgres: RunningPostgres;
let redis: RunningServer;
const running = new Map<string, { child: ChildProcess; env: NodeJS.ProcessEnv; output: string[] }>();

/** The environment of a container: the image's and docker-compose.yml's, with our servers. Nothing of this process's but PATH. */
function environmentOf(service: string): NodeJS.ProcessEnv {
  const { environment } = compose.services[service] ?? { environment: {} };
  const given = Object.entries(environment).filter(([, value]) => value !== null && !String(value).includes('${'));
  return {
    ...{ PATH: process.env['PATH'], NODE_ENV: 'production' },
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    LOG_LEVEL: 'info',
    EXTERNAL_URL: 'http://127.0.0.1:9991',
  };
}

/** The folder that an image has under /app. */
const folderOf = (image: string): string => {
  if (SERVICES.includes(image)) return join(ROOT, 'apps', image);
  return image === 'migrate' && ROOT !== REPOSITORY ? join(ROOT, 'migrate') : ROOT;
};

const runToEnd = (image: string, [command = '', ...args]: string[], env: NodeJS.ProcessEnv) =>
  spawnSync(command, args, { cwd: folderOf(image), env, encoding: 'utf8', timeout: READY_WITHIN_MS });

beforeAll(async () => {
  folder = makeTemporaryFolder('chat-containers-');
  [postgres, redis] = await Promise.all([
    startPostgres({ folder: join(folder, 'postgres') }),
    startRedis({ folder: join(folder, 'redis') }),
  ]);
}, 120_000);
afterAll(async () => {
  for (const { child } of running.values()) child.kill('SIGKILL');
  await Promise.all([postgres?.stop(), redis?.stop()]);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

describe('the commands of the containers', () => {
  it('refuse to start a service on a database that is not migrated, and say so', () => {
    const run = runToEnd('messaging', serviceCommand('messaging'), { ...environmentOf('messaging'), HEALTH_PORT: '0' });

    expect([run.status, run.stderr]).toEqual([1, expect.stringContaining('run the migrations first')]);
  }, 200_000);

  it('migrate all schemas, and a second time change nothing', () => {
    const first = runToEnd('migrate', commandOf('migrate'), environmentOf('migrate'));
    const second = runToEnd('migrate', commandOf('migrate'), environmentOf('migrate'));

    expect([first.status, first.stderr]).toEqual([0, '']);
    expect([second.status, second.stdout.match(/schema is up to date/g)]).toEqual([
      0,
      SERVICE_LIST.filter(({ schema }) => schema !== null).map(() => expect.any(String)),
    ]);
  }, 350_000);

  it('start every service, which then is healthy by the image’s own check', async () => {
    for (const service of SERVICES) {
      const ports = { HEALTH_PORT: String(await freePort()), PORT: String(await freePort()) };
      const env = { ...environmentOf(service), ...ports, HOST: '127.0.0.1' };
      const [command = '', ...args] = serviceCommand(service);
      const child = spawn(command, args, { cwd: folderOf(service), env, stdio: ['ignore', 'pipe', 'pipe'] });
      const output: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => output.push(String(chunk)));
      running.set(service, { child, env, output });
    }
    for (const [service, { env, output }] of running) {
      const giveUpAt = performance.now() + READY_WITHIN_MS;
      while ((await statusOfCheck(env)) !== 0) {
        if (performance.now() > giveUpAt) throw new Error(`${service} is not healthy:\n${output.join('')}`);
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_CHECKS_MS));
      }
    }
  }, 200_000);

  it('serve: the operator makes a realm, and the gateway answers for it', async () => {
    const [entry = '', ...args] = operatorCommand();
    const made = runToEnd('operator', [entry, ...args, 'create-realm', '--name', 'Acme'], environmentOf('operator'));
    const answer = await fetchFrom('gateway', '/api/v1/server_settings');

    expect([made.status, made.stderr]).toEqual([0, '']);
    expect([answer.status, await answer.json()]).toMatchObject([200, { realm_name: 'Acme' }]);
  });

  it('serve the web client: its page for a session, the code that the page names, manifest and worker', async () => {
    const person = { email: 'ada@example.com', password: 'correct horse battery' };
    const [entry = '', ...args] = operatorCommand();
    const options = Object.entries({ ...person, name: 'Ada' }).flatMap(([name, value]) => [`--${name}`, value]);
    const made = runToEnd('operator', [entry, ...args, 'create-user', ...options], environmentOf('operator'));
    expect([made.status, made.stderr]).toEqual([0, '']);
    const stranger = await fetchFrom('gateway', '/');
    const cookie = await signIn(person);
    const page = await fetchFrom('gateway', '/', { headers: { cookie } });
    const html = await page.text();
    const [code = ''] = /\/assets\/[\w.-]+\.js/.exec(html) ?? [];
    const files = await Promise.all(
      [code, '/manifest.webmanifest', '/service-worker.js'].map((path) => fetchFrom('gateway', path)),
    );

    expect([stranger.status, stranger.headers.get('location')]).toEqual([302, '/login/?next=/']);
    expect([page.status, html]).toEqual([200, expect.stringContaining('<div id="root">')]);
    expect(files.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, expect.stringContaining('javascript')],
      [200, expect.stringContaining('manifest')],
      [200, expect.stringContaining('javascript')],
    ]);
  });

  it('write no file: the file system of the containers is read-only', () => {
    if (process.platform !== 'linux') return;
    for (const [service, { child }] of running)
      expect([service, filesOpenForWriting(child.pid as number)]).toEqual([service, []]);
  });

  it(
    'end orderly, with 0, when they get SIGTERM',
    async () => {
      const ends = [...running].map(async ([service, { child }]) => {
        const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
        child.kill('SIGTERM');
        return [service, await ended] as const;
      });

      expect(await Promise.all(ends)).toEqual(SERVICES.map((service) => [service, 0]));
    },
    EXIT_WITHIN_MS,
  );
});

const fetchFrom = (service: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${running.get(service)?.env['PORT']}${path}`, { redirect: 'manual', ...init });

/** The cookies of a new session, as a browser sends them. */
async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const cookiesOf = ({ headers }: Response) => headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const csrf = cookiesOf(await fetchFrom('gateway', '/login/'));
  const token = csrf.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? '';
  const body = new URLSearchParams({ username: email, password, csrfmiddlewaretoken: token });
  const headers = { cookie: csrf.join('; ') };
  return cookiesOf(await fetchFrom('gateway', '/accounts/login/', { method: 'POST', headers, body })).join('; ');
}

function statusOfCheck(env: NodeJS.ProcessEnv): Promise<number | null> {
  const [command = '', ...args] = healthCheck;
  return new Promise((resolve) => {
    spawn(command, args, { cwd: ROOT, env, stdio: 'ignore' }).once('exit', (code) => resolve(code));
  });
}

/** Regular files that a process has open for writing. */
function filesOpenForWriting(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/${pid}/fd/${descriptor}`);
      const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, 'utf8'))?.[1] ?? '0';
      // Descriptors of sockets and pipes have names that are no paths; devices do not count.
      const isFile = path.startsWith('/') && !path.startsWith('/dev/');
      return isFile && (Number.parseInt(flags, 8) & 3) !== 0 ? [path] : [];
    } catch {
      return []; // closed meanwhile
    }
  });
}
