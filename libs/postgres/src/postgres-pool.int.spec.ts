import {
  CuttableProxy,
  eventually,
  startPostgresServer,
  type TestPostgresServer,
  testDatabaseServerUrl,
} from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { postgresAddress } from './postgres-address.js';
import { PostgresPool } from './postgres-pool.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function started(...options: Parameters<typeof startPostgresServer>): Promise<TestPostgresServer> {
  const server = await startPostgresServer(...options);
  cleanUps.push(() => server.stop());
  return server;
}

const newPool = (url: string, max = 4) => new PostgresPool(postgresAddress(url), { max, pipeline: true });

function poolOf(url: string, max = 4): PostgresPool {
  const pool = newPool(url, max);
  cleanUps.push(() => pool.end());
  return pool;
}

const portOf = async (pool: PostgresPool): Promise<number> =>
  Number((await pool.query("SELECT current_setting('port') AS port")).rows[0].port);
const outcomeOf = async (work: Promise<unknown>): Promise<unknown> => (await Promise.allSettled([work]))[0];
/** Opens all connections of a pool. */
const fill = (pool: PostgresPool, count: number) =>
  Promise.all(Array.from({ length: count }, () => pool.query('SELECT pg_sleep(0.1)')));

describe('with a primary and a standby', () => {
  async function startBoth() {
    const primary = await started();
    await primary.query('CREATE TABLE note (text text)');
    const standby = await started([], { standbyOf: primary });
    const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
    return { primary, standby, hosts };
  }

  it('connections go to the host that accepts writes, and to another one after a planned switch', async () => {
    const { primary, standby, hosts } = await startBoth();
    const pool = poolOf(`postgres://postgres@${hosts}/postgres`);
    const reader = poolOf(`postgres://postgres@${hosts}/postgres`);
    reader.follow();
    const write = (text: string) => pool.query('INSERT INTO note VALUES ($1)', [text]);
    await Promise.all([fill(pool, 4), fill(reader, 4)]);
    await write('before');
    expect(await portOf(pool)).toBe(primary.port);

    // Nothing cuts the connections.
    await primary.set('default_transaction_read_only', 'on');
    await expect(
      eventually(() =>
        write('refused').then(
          () => false,
          (error) => error.code === '25006',
        ),
      ),
    ).resolves.toBe(true);
    await eventually(async () => {
      const [{ caughtUp } = { caughtUp: false }] = await primary.query<{ caughtUp: boolean }>(
        'SELECT replay_lsn = pg_current_wal_lsn() AS "caughtUp" FROM pg_stat_replication',
      );
      return caughtUp;
    });
    await standby.query('SELECT pg_promote()');
    await eventually(() => write('after').then(() => true));

    // No connection to the former primary is left for reads.
    expect(await Promise.all(Array.from({ length: 4 }, () => portOf(pool)))).toEqual(Array(4).fill(standby.port));
    const { rows } = await pool.query('SELECT text FROM note');
    expect([rows[0], rows.at(-1)]).toEqual([{ text: 'before' }, { text: 'after' }]);
    // A pool without writes notices the switch by itself.
    await eventually(async () => (await portOf(reader)) === standby.port);
    expect(await Promise.all(Array.from({ length: 4 }, () => portOf(reader)))).toEqual(Array(4).fill(standby.port));
  }, 90_000);

  it('writes continue on the standby after the primary dies', async () => {
    const { primary, standby, hosts } = await startBoth();
    const pool = poolOf(`postgres://postgres@${hosts}/postgres?target_session_attrs=primary`);
    await pool.query("INSERT INTO note VALUES ('before')");

    primary.kill();
    await standby.query('SELECT pg_promote()');

    await eventually(() => pool.query("INSERT INTO note VALUES ('after')"));
    expect(await portOf(pool)).toBe(standby.port);
  }, 90_000);

  it('writes follow one address that leads to another server after a planned switch', async () => {
    const { primary, standby } = await startBoth();
    const proxy = await CuttableProxy.start(primary.url);
    cleanUps.push(() => proxy.close());
    const pool = poolOf(proxy.url);
    await fill(pool, 4);
    await standby.query('SELECT pg_promote()');
    await primary.set('default_transaction_read_only', 'on');

    proxy.target = new URL(standby.url);
    // A connection that is younger than a second is used again.
    await eventually(async () => {
      await pool.query("INSERT INTO note VALUES ('after')").catch(() => {});
      return (await standby.query('SELECT FROM note')).length > 0;
    });

    expect(await Promise.all(Array.from({ length: 4 }, () => portOf(pool)))).toEqual(Array(4).fill(standby.port));
  }, 90_000);

  it('a standby is refused, unless any session will do', async () => {
    const { primary, standby } = await startBoth();
    const hosts = `127.0.0.1:1,127.0.0.1:${standby.port}`;

    await expect(poolOf(`postgres://postgres@${hosts}/postgres`).query('SELECT 1')).rejects.toThrow();
    expect(await portOf(poolOf(`postgres://postgres@${hosts}/postgres?target_session_attrs=any`))).toBe(standby.port);
    await primary.set('default_transaction_read_only', 'on');
    const readOnly = `postgres://postgres@127.0.0.1:${primary.port}/postgres`;
    await expect(poolOf(`${readOnly}?target_session_attrs=read-write`).query('SELECT 1')).rejects.toMatchObject({
      message: `127.0.0.1:${primary.port}: the server is read-only`,
      code: '25006',
    });
    expect(await portOf(poolOf(`${readOnly}?target_session_attrs=primary`))).toBe(primary.port);
  }, 90_000);
});

describe('a connection that goes silent', () => {
  let long: Promise<unknown>;
  let hanging: Promise<unknown>;
  const closing: (() => unknown)[] = [];

  /** At the same time, because each takes more than ten seconds. */
  beforeAll(async () => {
    const proxy = await CuttableProxy.start(testDatabaseServerUrl());
    const [pool, hangingPool] = [newPool(testDatabaseServerUrl()), newPool(proxy.url)];
    closing.push(
      () => pool.end(),
      () => hangingPool.end(),
      () => proxy.close(),
    );
    long = outcomeOf(pool.query("SELECT 'done' AS result FROM pg_sleep(13)"));
    await hangingPool.query('SELECT 1');
    hanging = outcomeOf(hangingPool.query('SELECT pg_sleep(30)'));
    proxy.isMute = true;
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  it('is closed after 10 s if the server does not work on the statement', async () => {
    const proxy = await CuttableProxy.start(testDatabaseServerUrl());
    cleanUps.push(() => proxy.close());
    const [pool, idle] = [poolOf(proxy.url), poolOf(proxy.url)];
    idle.follow();
    await Promise.all([fill(pool, 4), fill(idle, 4)]);
    proxy.isMute = true;
    const startedAt = performance.now();
    const lost = Promise.allSettled([pool.query('SELECT 1'), pool.query('SELECT 2')]);
    // The connections that are open stay silent; new ones work.
    const muted = proxy.openConnections;
    expect(muted).toBe(8);
    proxy.silence();
    proxy.isMute = false;

    for (const outcome of await lost) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'PostgreSQL did not reply in time' } });
    }
    expect(performance.now() - startedAt).toBeGreaterThan(9_000);
    expect(await Promise.all(Array.from({ length: 4 }, () => pool.query('SELECT 1')))).toHaveLength(4);
    // The first connection that is closed ends the idle ones, so their users do not wait for each in turn.
    await eventually(async () => (await idle.query('SELECT 1')).rowCount === 1);
    for (let use = 0; use < 4; use++) await idle.query('SELECT 1');
    expect(performance.now() - startedAt).toBeLessThan(18_000);
  }, 40_000);

  it('stays open while the server works on a long statement', async () => {
    expect(await long).toMatchObject({ status: 'fulfilled', value: { rows: [{ result: 'done' }] } });
  }, 40_000);

  it('is closed with a server that hangs', async () => {
    expect(await hanging).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('PostgreSQL did not reply in time') },
    });
  }, 40_000);
});

it('the state of a followed server is asked for by one prepared statement', async () => {
  const pool = poolOf(testDatabaseServerUrl(), 1);
  pool.follow();

  const prepared = () => pool.query('SELECT name FROM pg_prepared_statements WHERE generic_plans + custom_plans > 1');

  await expect(eventually(async () => (await prepared()).rows[0]?.name)).resolves.toBe('session state');
});
