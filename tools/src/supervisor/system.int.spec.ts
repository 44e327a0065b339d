import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { processStart } from '../../bootstrap/process-identity.mjs';
import { makeTemporaryFolder, type ProcessEntry, type ServiceDefinition, type System, startSystem } from '../index.js';

const FAKE_SERVICE = fileURLToPath(new URL('../../fixtures/fake-service.mjs', import.meta.url));
const BACK_WITHIN_MS = 20_000;
const STOP_WITHIN_MS = 10_000;

const services: ServiceDefinition[] = [
  { name: 'users', entry: FAKE_SERVICE, isEntrance: false },
  { name: 'gateway', entry: FAKE_SERVICE, isEntrance: true },
];

let folder: string;
let system: System;

beforeAll(async () => {
  Object.assign(process.env, { S3_SECRET_ACCESS_KEY: 'secret', EGRESS_ALLOW: 'a.example' });
  folder = makeTemporaryFolder('chat-system-');
  const scale = { users: 2, gateway: 2 };
  system = await startSystem({ root: folder, folder, services, scale, isDurable: false });
}, 120_000);

afterAll(async () => {
  delete process.env['S3_SECRET_ACCESS_KEY'];
  delete process.env['EGRESS_ALLOW'];
  await system?.stop();
  system?.discard();
  rmSync(folder, { recursive: true, force: true });
});

function listed(): ProcessEntry[] {
  return JSON.parse(readFileSync(join(folder, 'processes.json'), 'utf8')) as ProcessEntry[];
}

function names(entries: ProcessEntry[]): string[] {
  return entries.map(({ service, instance }) => `${service}-${instance}`).sort();
}

const ALL = ['gateway-0', 'gateway-1', 'postgres-0', 'redis-0', 'users-0', 'users-1'];

describe('a running system', () => {
  it('lists every process with its pid and a log of JSON lines', () => {
    const entries = listed();

    expect(names(entries)).toEqual(ALL);
    for (const { pid, log } of entries) {
      expect(processStart(pid)).toBeDefined();
      const lines = readFileSync(log, 'utf8').trim().split('\n');
      for (const line of lines) expect(JSON.parse(line)).toHaveProperty('msg');
    }
  });

  it('needs no standby of its own PostgreSQL', () => {
    expect(system.environment['DATABASE_SYNCHRONOUS']).toBe('optional');
  });

  it('keeps the credentials of the storage from the entrance, which is a member of a cluster', async () => {
    const response = await fetch(system.baseUrl, { headers: { connection: 'close' } });

    expect(await response.json()).toMatchObject({ egressAllow: 'a.example', storageSecret: '' });
  });

  it('answers on one port from every replica of the entrance', async () => {
    const pids = new Set<number>();
    for (let attempt = 0; attempt < 200 && pids.size < 2; attempt++) {
      const response = await fetch(system.baseUrl, { headers: { connection: 'close' } });
      pids.add(((await response.json()) as { pid: number }).pid);
    }

    const gateways = listed().filter(({ service }) => service === 'gateway');
    expect([...pids].sort()).toEqual(gateways.map(({ pid }) => pid).sort());
  });

  it('lists where each service serves its health, and no address of the servers', async () => {
    const addresses = listed().map(({ service, healthUrl }) => [service, healthUrl] as const);

    for (const [service, healthUrl] of addresses) {
      if (service === 'postgres' || service === 'redis') expect(healthUrl).toBeUndefined();
      else expect((await fetch(`${healthUrl}/health/ready`)).status).toBe(200);
    }
    expect(new Set(addresses.map(([, healthUrl]) => healthUrl)).size).toBe(ALL.length - 1);
  });

  it.each([
    ['users', 1],
    ['gateway', 0],
    ['postgres', 0],
    ['redis', 0],
  ])('brings %s-%i back after SIGKILL and lists its new pid', async (service, instance) => {
    const startedAt = Date.now();
    const pid = system.kill(service, instance);

    await ended(service, instance);
    await system.waitReady(BACK_WITHIN_MS);

    expect(Date.now() - startedAt).toBeLessThan(BACK_WITHIN_MS);
    const entry = listed().find((listedEntry) => listedEntry.service === service && listedEntry.instance === instance);
    expect(entry?.pid).not.toBe(pid);
    expect(names(listed())).toEqual(ALL);
  });

  it('keeps a stopped process down until it is started', async () => {
    await system.stopProcess('users', 0);

    expect(names(listed())).toEqual(ALL.filter((name) => name !== 'users-0'));

    await system.startProcess('users', 0);

    expect(names(listed())).toEqual(ALL);
  });
});

it('stops in time, with a frozen service too, and leaves nothing running', async () => {
  const pids = listed().map(({ pid }) => pid);
  system.kill('users', 0, 'SIGSTOP');
  const startedAt = Date.now();

  await system.stop();

  expect(Date.now() - startedAt).toBeLessThan(STOP_WITHIN_MS);
  expect(pids.filter((pid) => processStart(pid) !== undefined)).toEqual([]);
  expect(listed()).toEqual([]);
});

it('starts as a copy of a stopped system, without its migrations', async () => {
  const migration = join(folder, 'missing-migration.js');
  const copy = await startSystem({
    root: folder,
    folder: join(folder, 'copy'),
    services: services.map((service) => ({ ...service, migration })),
    isDurable: false,
    copyOf: folder,
  });

  expect(names(copy.list())).toEqual(['gateway-0', 'postgres-0', 'redis-0', 'users-0']);
  await copy.stop();
  copy.discard();
}, 60_000);

describe('a start that cannot succeed', () => {
  it('names the service that does not start, and leaves nothing running', async () => {
    const other = join(folder, 'crashing');
    const start = startSystem({
      root: folder,
      folder: other,
      services,
      isDurable: false,
      env: { FAKE_CRASH_ON_START: '1' },
    });

    await expect(start).rejects.toThrow(/(users|gateway)-0 ended 3 times while starting.*logs/);
    expect(JSON.parse(readFileSync(join(other, 'processes.json'), 'utf8'))).toEqual([]);
    expect(readFileSync(join(other, 'logs', 'users-0.log'), 'utf8')).toContain('fake crash');
  }, 60_000);

  it('says that the port is in use before anything is started', async () => {
    const server = (await import('node:http')).createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const other = join(folder, 'port-in-use');

    await expect(startSystem({ root: folder, folder: other, services, port })).rejects.toThrow(`Port ${port}`);

    expect(existsSync(join(other, 'postgres'))).toBe(false);
    server.close();
  });
});

function ended(service: string, instance: number): Promise<void> {
  const supervised = system.process(service, instance);
  if (supervised.state !== 'ready') return Promise.resolve();
  return new Promise((resolve) => supervised.once('ended', () => resolve()));
}
