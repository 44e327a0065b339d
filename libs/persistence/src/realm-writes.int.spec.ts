import { createTestDatabase, eventually, type TestDatabase } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { openDataSource, type PooledDataSource } from './open-data-source.js';
import { MAX_IN_A_ROW, RealmConnections } from './realm-writes.js';
import { type Connection, queryPrepared } from './statements.js';

const DIVISION_BY_ZERO = '22012';

let database: TestDatabase;
let dataSource: PooledDataSource;
let pool: Pool;
let connections: RealmConnections;

beforeEach(async () => {
  database = await createTestDatabase('realm_connections_1', async () => {});
  const settings = { databaseUrl: database.url, schema: 'public', migrations: [], applicationName: 'test' };
  dataSource = await openDataSource(settings).initialize();
  pool = dataSource.pool;
  connections = new RealmConnections(pool);
});

afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

const processOf = async (connection: Connection): Promise<number> => {
  const [row] = await queryPrepared<{ pid: number }>(connection, 'SELECT pg_backend_pid() AS pid', []);
  return (row as { pid: number }).pid;
};
const divide = (connection: Connection) => queryPrepared(connection, 'SELECT 1 / $1::integer', [0]);

describe('statements of a realm', () => {
  it('share a connection while some are under way, in order; another realm has another', async () => {
    const order: number[] = [];
    const slowly = (connection: Connection) =>
      queryPrepared(connection, 'SELECT pg_sleep(0.05)', []).then(() => order.push(1));
    const [, first, second, other] = await Promise.all([
      connections.use(1, slowly),
      connections.use(1, processOf).finally(() => order.push(2)),
      connections.use(1, processOf).finally(() => order.push(3)),
      connections.use(2, processOf),
    ]);

    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect(order).toEqual([1, 2, 3]);
  });

  it('give the connection back when none is under way', async () => {
    await Promise.all([connections.use(1, processOf), connections.use(2, processOf), connections.use(1, processOf)]);

    expect(pool.idleCount).toBe(pool.totalCount);
    expect(pool.totalCount).toBe(2);
  });

  it('leave the connection to others in between, however many come', async () => {
    const processes = await Promise.all(Array.from({ length: MAX_IN_A_ROW + 1 }, () => connections.use(1, processOf)));

    expect(new Set(processes.slice(0, MAX_IN_A_ROW))).toEqual(new Set([processes[0]]));
    expect(processes[MAX_IN_A_ROW]).not.toBe(processes[0]);
  });

  it('fail alone: neither the next one nor the connection suffers', async () => {
    const [before, failed, after] = await Promise.allSettled([
      connections.use(1, processOf),
      connections.use(1, divide),
      connections.use(1, processOf),
    ]);

    expect(failed).toMatchObject({ status: 'rejected', reason: { code: DIVISION_BY_ZERO } });
    expect(after).toEqual(before);
    expect(await connections.use(1, processOf)).toBe((before as { value: number }).value);
  });

  it('fail together with their connection, which is replaced', async () => {
    const killed = await connections.use(1, processOf);
    const outcomes = await Promise.allSettled([
      connections.use(1, (connection) =>
        queryPrepared(connection, 'SELECT pg_terminate_backend(pg_backend_pid())', []),
      ),
      connections.use(1, processOf),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await connections.use(1, processOf)).not.toBe(killed);
    await eventually(() => pool.totalCount === 1 && pool.idleCount === 1, { what: 'one connection' });
  });
});
