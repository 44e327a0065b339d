import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { makeTemporaryFolder, type RunningPostgres, type RunningServer, startPostgres, startRedis } from '../index.js';
import { isPortFree } from './free-port.js';

const STOP_GRACE_MS = 8_000;

let folder: string;
let postgres: RunningPostgres;
let redis: RunningServer;

beforeAll(async () => {
  folder = makeTemporaryFolder('chat-servers-');
  [postgres, redis] = await Promise.all([
    startPostgres({ folder: join(folder, 'postgres') }),
    startRedis({ folder: join(folder, 'redis') }),
  ]);
}, 120_000);

afterAll(async () => {
  await Promise.all([postgres?.stop(), redis?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function command(url: string, name: string, ...args: string[]): Promise<unknown> {
  const client = new Redis(url, { enableReadyCheck: false });
  try {
    return await client.call(name, ...args);
  } finally {
    client.disconnect();
  }
}

describe('a private PostgreSQL', () => {
  it('gives the services a database that their role owns, without being superuser', async () => {
    const rows = await query(
      postgres.url,
      `SELECT current_database() AS database, rolsuper, pg_get_userbyid(datdba) AS owner, datcollate,
         pg_encoding_to_char(encoding) AS encoding
       FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`,
    );

    expect(rows).toEqual([{ database: 'chat', rolsuper: false, owner: 'chat', datcollate: 'C', encoding: 'UTF8' }]);
  });

  it('makes short segments of its log, which a commit waits for', async () => {
    expect(await query(postgres.url, 'SHOW wal_segment_size')).toEqual([{ wal_segment_size: '4MB' }]);
  });

  it('knows upper and lower case of all of Unicode, and brings the extensions', async () => {
    const [row] = await query(postgres.url, `SELECT lower('ÄÖЖ') AS lower`);
    const extensions = await query(
      postgres.adminUrl,
      `SELECT name FROM pg_available_extensions WHERE name IN ('citext', 'pg_trgm', 'unaccent') ORDER BY name`,
    );

    expect(row).toEqual({ lower: 'äöж' });
    expect(extensions.map(({ name }) => name)).toEqual(['citext', 'pg_trgm', 'unaccent']);
  });

  it('refuses a wrong password', async () => {
    const url = postgres.url.replace(/:[0-9a-f]+@/, ':wrong@');

    await expect(query(url, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('has passwords of the usual cost if its data is durable, else cheap ones', async () => {
    const durable = await startPostgres({ folder: join(folder, 'durable'), isDurable: true });
    const costOf = async ({ url }: RunningPostgres) => (await query(url, 'SHOW scram_iterations'))[0];

    expect([await costOf(durable), await costOf(postgres)]).toEqual([
      { scram_iterations: '4096' },
      { scram_iterations: '1' },
    ]);
    await durable.stop();
  });

  it('begins as a copy of a stopped one', async () => {
    const parts = ['original', 'copy'].map((name) => join(folder, name)) as [string, string];
    const original = await startPostgres({ folder: parts[0] });
    await query(original.url, 'CREATE TABLE copied AS SELECT 5 AS value');
    await original.process.stop(STOP_GRACE_MS);

    const copy = await startPostgres({ folder: parts[1], copyOf: parts[0] });

    expect(await query(copy.url, 'SELECT value FROM copied')).toEqual([{ value: 5 }]);
    await Promise.all([original.stop(), copy.stop()]);
  });

  it('comes back with its data after SIGKILL', async () => {
    await query(postgres.url, 'CREATE TABLE kept AS SELECT 7 AS value');

    postgres.process.kill('SIGKILL');
    await ended(postgres);
    await postgres.process.waitReady(20_000);

    expect(await query(postgres.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
  });
});

describe('a private Redis', () => {
  it('never drops keys to make room, and asks for its password', async () => {
    const withoutPassword = redis.url.replace(/:[0-9a-f]+@/, '');

    expect(await command(redis.url, 'CONFIG', 'GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    await expect(command(withoutPassword, 'PING')).rejects.toThrow('NOAUTH');
  });

  it('does not rewrite a small file again and again', async () => {
    const name = 'auto-aof-rewrite-min-size';
    expect(await command(redis.url, 'CONFIG', 'GET', name)).toEqual([name, String(256 * 2 ** 20)]);
  });

  it('comes back after SIGKILL', async () => {
    redis.process.kill('SIGKILL');
    await ended(redis);
    await redis.process.waitReady(20_000);

    expect(await command(redis.url, 'PING')).toBe('PONG');
  });
});

it('listens on the loopback interface only', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');

  for (const { url } of [postgres, redis]) {
    const port = Number(new URL(url).port);
    expect(await isPortFree('127.0.0.1', port)).toBe(false);
    for (const { address } of outside) expect(await isPortFree(address, port)).toBe(true);
  }
});

function ended(server: RunningServer): Promise<void> {
  return new Promise((resolve) => server.process.once('ended', () => resolve()));
}

// Root's home is such a folder. Other users run PostgreSQL under their own account, which can enter their folders.
it('starts in a folder that is closed to other users, and deletes its data wherever it is', async () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });

  const inside = await startPostgres({ folder: join(closed, 'postgres') });
  const [row] = await query(inside.adminUrl, "SELECT current_setting('data_directory') AS data");
  await inside.stop();

  expect(existsSync(String(row?.data))).toBe(false);
});
