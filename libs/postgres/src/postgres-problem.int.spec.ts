import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CuttableProxy,
  makeCertificate,
  startPostgresServer,
  type TestPostgresServer,
  testDatabaseServerUrl,
} from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { postgresAddress } from './postgres-address.js';
import { PostgresPool } from './postgres-pool.js';
import { postgresProblem } from './postgres-problem.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** The test server by another host, port, password or parameters. */
function addressWith(changes: Partial<Pick<URL, 'host' | 'password' | 'pathname' | 'search'>>): string {
  return Object.assign(new URL(testDatabaseServerUrl()), changes).href;
}

describe('a server', () => {
  it('is usable with the right version and password, by the example in the README', async () => {
    const url = testDatabaseServerUrl();

    const problem = await postgresProblem(url);
    const pool = new PostgresPool(postgresAddress(url), { max: 10 });

    cleanUps.push(() => pool.end());
    expect(problem).toBeUndefined();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('of PostgreSQL 17 is refused', async () => {
    const { hostname, port, username, password } = new URL(testDatabaseServerUrl());
    const older = createServer((client) => {
      const server = connect(Number(port), hostname);
      const close = () => [client, server].map((socket) => socket.destroy());
      client
        .on('data', (data) => server.write(data))
        .on('error', close)
        .on('close', close);
      server.on('error', close).on('close', close);
      server.on('data', (data) =>
        client.write(Buffer.from(data.toString('latin1').replace(/180(\d{3})/, '170$1'), 'latin1')),
      );
    });
    await new Promise<void>((resolve) => older.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => older.close());

    const { port: olderPort } = older.address() as AddressInfo;
    const problem = await postgresProblem(`postgres://${username}:${password}@127.0.0.1:${olderPort}/postgres`);

    expect(problem).toMatch(/^the server is PostgreSQL 17\.\d+, but the services need 18 or later$/);
  });

  it('with another password or database is refused', async () => {
    expect(await postgresProblem(addressWith({ password: 'another' }))).toMatch(
      /^password authentication failed for user/,
    );
    expect(await postgresProblem(addressWith({ pathname: '/none' }))).toBe('database "none" does not exist');
  });

  it('that cannot be reached or does not reply is refused within 10 s', async () => {
    const proxy = await CuttableProxy.start(testDatabaseServerUrl());
    cleanUps.push(() => proxy.close());
    proxy.isMute = true;
    const startedAt = performance.now();

    expect(await postgresProblem(addressWith({ host: '127.0.0.1:1' }))).toBe('connect ECONNREFUSED 127.0.0.1:1');
    expect(await postgresProblem(addressWith({ host: 'localhost:1' }))).toContain('connect ECONNREFUSED 127.0.0.1:1');
    expect(await postgresProblem(addressWith({ host: 'no-such-host.invalid:1' }))).toMatch(/no-such-host\.invalid/);
    expect(await postgresProblem(proxy.url)).toBe('timeout expired');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('without TLS is refused, unless sslmode accepts that', async () => {
    const withMode = (mode: string) => postgresProblem(addressWith({ search: `?sslmode=${mode}` }));

    expect(await withMode('require')).toBe('The server does not support SSL connections');
    expect(await withMode('prefer')).toBeUndefined();
    expect(await withMode('allow')).toBeUndefined();
  });
});

describe('several hosts', () => {
  const both = (search: string) => {
    const { host } = new URL(testDatabaseServerUrl());
    return testDatabaseServerUrl().replace(`@${host}`, `@127.0.0.1:1,${host}`) + search;
  };

  it('are usable if one of them is', async () => {
    expect(await postgresProblem(both(''))).toBeUndefined();
  });

  it('are refused with the reason of each', async () => {
    const problem = await postgresProblem(both('?sslmode=require'));

    expect(problem).toMatch(
      /^127\.0\.0\.1:1: connect ECONNREFUSED .*; 127\.0\.0\.1:\d+: The server does not support SSL/,
    );
  });
});

describe('TLS', () => {
  let folder: string;
  let server: TestPostgresServer;
  let caFile: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postgres-tls-'));
    caFile = await makeCertificate(folder, 'DNS:localhost');
    server = await startPostgresServer([], { tls: folder });
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  const address = (host: string, search: string) => `postgres://postgres@${host}:${server.port}/postgres?${search}`;
  const problemOf = (host: string, search: string) => postgresProblem(address(host, search));

  it('encrypts with every sslmode but disable', async () => {
    const search = `sslmode=verify-full&sslrootcert=${caFile}`;
    for (const [mode, ssl] of [
      [search, true],
      ['sslmode=prefer', true],
      ['sslmode=disable', false],
    ] as const) {
      const pool = new PostgresPool(postgresAddress(address('localhost', mode)));
      const { rows } = await pool.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      expect(rows).toEqual([{ ssl }]);
      await pool.end();
    }
  });

  it('refuses a certificate of another name with verify-full only', async () => {
    const root = `&sslrootcert=${caFile}`;
    expect(await problemOf('127.0.0.1', `sslmode=verify-full${root}`)).toMatch(
      /^Hostname\/IP does not match certificate's altnames/,
    );
    expect(await problemOf('127.0.0.1', `sslmode=verify-ca${root}`)).toBeUndefined();
    expect(await problemOf('localhost', `sslmode=verify-full${root}`)).toBeUndefined();
  });

  it('refuses an unknown authority, unless sslmode is require without sslrootcert', async () => {
    const otherFolder = mkdtempSync(join(tmpdir(), 'postgres-tls-'));
    cleanUps.push(() => rmSync(otherFolder, { recursive: true }));
    const other = await makeCertificate(otherFolder, 'DNS:localhost');

    expect(await problemOf('localhost', `sslmode=require&sslrootcert=${other}`)).toMatch(/self-signed certificate/);
    expect(await problemOf('localhost', 'sslmode=verify-full')).toMatch(/self-signed certificate/);
    expect(await problemOf('localhost', 'sslmode=require')).toBeUndefined();
  });
});
