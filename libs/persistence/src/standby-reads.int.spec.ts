import { randomInt } from 'node:crypto';
import { DomainEventLog, OUTBOX_IDENTITIES, OUTBOX_TABLES } from '@chat/event-log';
import {
  CuttableProxy,
  createTestRedis,
  eventually,
  RecordingLogger,
  startPostgresServer,
  type TestPostgresServer,
  type TestRedis,
} from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { register } from 'prom-client';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Database } from './database.js';
import { ForwardMigration, openMigrated, runMigrations } from './migrations.js';
import { SELECT_HEAD } from './statements.js';

@Entity('note')
class NoteEntity {
  @PrimaryColumn('bigint') id!: number;
  @Column('text') text!: string;
}

class Notes1700000000000 extends ForwardMigration {
  protected readonly statements = [
    ...OUTBOX_TABLES,
    ...OUTBOX_IDENTITIES,
    'CREATE TABLE note (id bigint PRIMARY KEY, text text NOT NULL)',
    'CREATE SEQUENCE counter',
  ];
}

const REALM = 7;
const SERVER = 'SELECT pg_is_in_recovery() AS "isStandby"';

let primary: TestPostgresServer;
let standby: TestPostgresServer;
let redis: TestRedis;
let log: DomainEventLog;
let logger: RecordingLogger;
const open: Database[] = [];

/** A process of the service, with standbys in the given order, when the standby of this test gets reads. */
async function startProcess(readUrl = standby.url, { isUsable = true } = {}): Promise<Database> {
  const dataSource = await openMigrated({ ...settings(asChat(primary.url)), readUrl: asChat(readUrl) });
  logger = new RecordingLogger();
  const database = new Database('users', dataSource, log, logger);
  open.push(database);
  if (isUsable) await eventually(async () => isStandby(database), { what: 'reads by the standby' });
  return database;
}

/** A role without rights beyond its tables. */
const asChat = (url: string) => url.replace('postgres@', 'chat@');
const settings = (databaseUrl = primary.url) => ({
  ...{ databaseUrl, schema: 'users', migrations: [Notes1700000000000], applicationName: 'test' },
  entities: [NoteEntity],
});

let nextId = 1;
async function write(database: Database, text = 'x'): Promise<number> {
  const id = nextId++;
  await database.transaction(async (tx) => {
    await tx.query('INSERT INTO note VALUES ($1, $2)', [id, text]);
    tx.record(REALM, { type: 'users.noted', payload: {} } as never);
  });
  return id;
}
const isStandby = (database: Database, realmId = REALM): Promise<boolean> =>
  database.reading(realmId, async () => (await database.query<{ isStandby: boolean }>(SERVER))[0]?.isStandby === true);
const sees = (database: Database, id: number): Promise<boolean> =>
  database.reading(REALM, () => database.getRepository(NoteEntity).existsBy({ id }));
/** Resolves when the newest process says why a standby gets no reads. */
const refused = (reason: string) =>
  eventually(() => logger.lines.some(({ details }) => (details as { reason?: string }).reason === reason), {
    withinMs: 15_000,
  });
/** The standby may cancel the statement, as every statement that conflicts with the replay; then it is repeated. */
const replay = (verb: 'pause' | 'resume') =>
  eventually(async () => {
    await standby.query(`SELECT pg_wal_replay_${verb}()`);
    return true;
  });
const outcomes = async (): Promise<Record<string, number>> => {
  const counter = await register.getSingleMetric('chat_database_standby_reads_total')?.get();
  return Object.fromEntries(counter?.values.map(({ labels, value }) => [labels['outcome'], value]) ?? []);
};
/** Increases of the counted outcomes during `work`. */
async function counted(work: () => Promise<unknown>): Promise<Record<string, number>> {
  register.getSingleMetric('chat_database_standby_reads_total')?.reset();
  await work();
  return outcomes();
}

/**
 * Repeats `work` until its reads have these outcomes. On a slow machine a standby may reply after more than the 50 ms that a read waits, or
 * the second that a check waits; then the primary serves the read, as it may.
 */
async function comesTo(expected: Record<string, number>, work: () => Promise<unknown>): Promise<void> {
  await comesToAfter(async () => undefined, expected, work);
}
/** The same; `prepare` runs before each repetition, and its reads do not count. */
async function comesToAfter<Prepared>(
  prepare: () => Promise<Prepared>,
  expected: Record<string, number>,
  work: (prepared: Prepared) => Promise<unknown>,
): Promise<void> {
  const attempt = async () => {
    const prepared = await prepare();
    expect(await counted(() => work(prepared))).toEqual(expected);
    return true;
  };
  await eventually(attempt, { withinMs: 20_000 });
}

beforeAll(async () => {
  primary = await startPostgresServer();
  redis = await createTestRedis();
  log = new DomainEventLog(redis.redis);
  await runMigrations(settings());
  await primary.query('CREATE ROLE chat LOGIN');
  await primary.query('GRANT USAGE ON SCHEMA users TO chat');
  await primary.query('GRANT ALL ON ALL TABLES IN SCHEMA users TO chat');
  await primary.query('GRANT ALL ON ALL SEQUENCES IN SCHEMA users TO chat');
  standby = await startPostgresServer(['max_standby_streaming_delay=0'], { standbyOf: primary });
  const first = await openMigrated(settings());
  await write(new Database('users', first, log, new RecordingLogger()));
  await first.destroy();
}, 90_000);

afterEach(async () => {
  for (const database of open.splice(0)) {
    await database.standbys?.close();
    await database.dataSource.destroy();
  }
});

afterAll(async () => {
  await redis?.close();
  await standby?.stop();
  await primary?.stop();
});

describe('a standby that has everything', () => {
  it('serves all reads of the work, and no writes, snapshots or other reads', async () => {
    const database = await startProcess();
    await comesTo({ standby: 1 }, async () => {
      const servers = await database.reading(REALM, async () => [
        await database.query(SERVER),
        await database.queryPrepared(SERVER),
        (await database.snapshot(REALM, (tx) => tx.query(SERVER))).state,
        await database.transaction((tx) => tx.query(SERVER)),
      ]);
      expect(servers.flat()).toEqual([true, true, false, false].map((isStandby) => ({ isStandby })));
    });

    expect(await database.query(SERVER)).toEqual([{ isStandby: false }]);
  });

  it('does not serve reads after the end of the work', async () => {
    const database = await startProcess();
    let later: Promise<unknown> | undefined;

    await database.reading(REALM, async () => {
      later = new Promise((resolve) => setTimeout(() => resolve(database.query(SERVER)), 20));
    });

    expect(await later).toEqual([{ isStandby: false }]);
  });

  it('does not serve a realm without a position in the log', async () => {
    const database = await startProcess();

    expect(await isStandby(database, REALM + 1)).toBe(false);
  });
});

describe('a standby that lacks the last write', () => {
  afterEach(() => replay('resume'));

  /** Makes a write that the first standby lacks while `usable` standbys get reads. */
  const lackedWrite =
    (database: Database, usable = 1) =>
    async () => {
      await replay('resume');
      await eventually(async () => (await usableStandbys(database)) === usable);
      await replay('pause');
      return write(database);
    };
  async function usableStandbys(database: Database): Promise<number> {
    const gauge = register.getSingleMetric('chat_database_standby_usable');
    gauge?.reset();
    database.standbys?.measure();
    return ((await gauge?.get())?.values ?? []).filter(({ value }) => value === 1).length;
  }
  /** Moment of the last reply of the standby to a question about a realm. */
  async function lastReplyMs(observer: pg.Client): Promise<number> {
    const { rows } = await observer.query<{ atMs: number | null }>(
      `SELECT extract(epoch FROM max(state_change))::float8 * 1000 AS "atMs" FROM pg_stat_activity
       WHERE query = '${SELECT_HEAD.replaceAll("'", "''")}' AND state = 'idle'`,
    );
    return rows[0]?.atMs ?? 0;
  }

  it('is waited for, at most 50 ms', async () => {
    const database = await startProcess();
    let waitedMs = 0;

    await comesToAfter(lackedWrite(database), { behind: 1 }, async (id) => {
      const startedAt = performance.now();
      expect(await sees(database, id)).toBe(true);
      waitedMs = performance.now() - startedAt;
    });

    expect(waitedMs).toBeGreaterThan(40);
    await replay('resume');
    await eventually(() => isStandby(database));
  }, 30_000);

  it('serves the write if it arrives in time', async () => {
    const database = await startProcess();
    // A connection of its own for each query may take the 50 ms that a read waits.
    const observer = new pg.Client(standby.url);
    await observer.connect();

    await comesToAfter(lackedWrite(database), { standby: 1 }, async (id) => {
      const before = await lastReplyMs(observer);
      let isOver = false;
      const reading = sees(database, id).finally(() => {
        isOver = true;
      });
      // Until the standby has said that it lacks the write.
      while (!isOver && (await lastReplyMs(observer)) <= before);
      await observer.query('SELECT pg_wal_replay_resume()');
      expect(await reading).toBe(true);
    });
    await observer.end();
  }, 30_000);

  it('is skipped if another one has it', async () => {
    const other = await startPostgresServer([], { standbyOf: primary });
    try {
      const database = await startProcess(
        `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${other.port}/postgres`,
      );
      await comesToAfter(lackedWrite(database, 2), { standby: 1 }, async (id) => {
        expect(await sees(database, id)).toBe(true);
      });
    } finally {
      await other.stop();
    }
  }, 60_000);

  it('gets no reads when it is 5 s behind', async () => {
    const database = await startProcess();
    await replay('pause');
    await write(database);
    await refused('it is 5 s behind');

    expect(await counted(() => isStandby(database))).toEqual({ gone: 1 });
    await replay('resume');
    await eventually(() => isStandby(database));
  }, 60_000);

  it('never hides a write from its writer, while it stops and goes on at random', async () => {
    const [writer, reader] = [await startProcess(), await startProcess()];
    let isOver = false;
    const stopping = (async () => {
      while (!isOver) {
        await replay(randomInt(2) === 0 ? 'pause' : 'resume');
        await new Promise((resolve) => setTimeout(resolve, randomInt(40)));
      }
    })();
    const missed: number[] = [];
    // At least until both kinds of reads happened.
    const isEnough = (n: number, { standby = 0, behind = 0 }) => n >= 150 && standby > 0 && behind > 0;
    await counted(async () => {
      for (let n = 0; !isEnough(n, await outcomes()); n++) {
        const id = await write(writer);
        if (!(await sees(reader, id))) missed.push(id);
      }
    });
    isOver = true;
    await stopping;

    expect(missed).toEqual([]);
  }, 60_000);
});

describe('a read that fails on the standby', () => {
  it('runs again as a whole on the primary', async () => {
    const database = await startProcess();
    let runs = 0;

    await comesTo({ failed: 1 }, async () => {
      runs = 0;
      const result = await database.reading(REALM, async () => {
        runs++;
        await database.query(SERVER);
        // The standby refuses it; the primary does it.
        return database.query("SELECT nextval('counter')");
      });
      expect(result).toHaveLength(1);
    });

    expect(runs).toBe(2);
  });

  it('gives the error of the primary if it fails there, too, and an error of the work at once', async () => {
    const database = await startProcess();
    let runs = 0;

    await expect(database.reading(REALM, () => database.query('SELECT 1 / 0'))).rejects.toMatchObject({
      code: '22012',
    });
    const refusing = database.reading(REALM, async () => {
      runs++;
      throw new Error('Invalid message(s)');
    });
    await expect(refusing).rejects.toThrow('Invalid message(s)');
    expect(runs).toBe(1);
  });

  it('is repeated after a conflict with the replay', async () => {
    const database = await startProcess();
    const reader = await startProcess();

    await comesToAfter(
      () => write(database),
      { failed: 1 },
      async () => {
        const reading = reader.reading(REALM, () =>
          reader.query<{ id: number }>(
            'SELECT id, pg_sleep(CASE WHEN pg_is_in_recovery() THEN 20 ELSE 0 END) FROM note LIMIT 1',
          ),
        );
        const isSleeping = async () =>
          (await standby.query("SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'")).length === 1;
        await Promise.race([reading, eventually(isSleeping)]);
        // The replay of this lock cancels the reader on the standby.
        await primary.query('BEGIN; LOCK TABLE users.note; COMMIT');
        expect(await reading).toHaveLength(1);
      },
    );
  }, 30_000);
});

describe('a standby that is gone', () => {
  it('that goes silent during a read is left within seconds', async () => {
    const proxy = await CuttableProxy.start(standby.url);
    const database = await startProcess(proxy.url);
    try {
      let leftAfterMs = 0;
      await comesTo({ failed: 1 }, async () => {
        const startedAt = performance.now();
        const reading = database.reading(REALM, async () => {
          const [row] = await database.query<{ isStandby: boolean }>(SERVER);
          if (row?.isStandby) proxy.isMute = true;
          return database.query(SERVER);
        });
        expect(await reading).toEqual([{ isStandby: false }]);
        leftAfterMs = performance.now() - startedAt;
      });

      // Two checks. The pool alone would notice the silence after 10 s.
      expect(leftAfterMs).toBeLessThan(8_000);
      expect(logger.lines).toContainEqual({
        level: 'warn',
        details: { cause: 'The connection was closed: its server gets no reads' },
        message: 'A read failed on a standby; the primary repeats it',
      });
      expect(await counted(() => isStandby(database))).toEqual({ gone: 1 });
    } finally {
      await proxy.close();
    }
  }, 30_000);

  it('and never was there leaves reads to the primary', async () => {
    const database = await startProcess('postgres://postgres@127.0.0.1:1/postgres', { isUsable: false });
    await refused('connect ECONNREFUSED 127.0.0.1:1');

    expect(await counted(() => isStandby(database))).toEqual({ gone: 1 });
  });

  it('and is the primary itself gets no reads', async () => {
    const database = await startProcess(primary.url, { isUsable: false });
    await refused('it is not a standby');

    expect(await counted(() => isStandby(database))).toEqual({ gone: 1 });
  });

  it('or belongs to another database gets no reads', async () => {
    const foreign = await startPostgresServer();
    await foreign.query('CREATE ROLE chat LOGIN');
    const itsStandby = await startPostgresServer([], { standbyOf: foreign });
    try {
      await startProcess(itsStandby.url, { isUsable: false });
      await refused('it is a standby of another database');
    } finally {
      await itsStandby.stop();
      await foreign.stop();
    }
  }, 60_000);

  it('because it was killed leaves reads to the primary', async () => {
    const database = await startProcess();
    const id = await write(database);
    await eventually(() => isStandby(database));

    standby.kill();

    expect(await sees(database, id)).toBe(true);
    // Server processes with an open connection may outlive the killed parent for a moment.
    await eventually(async () => !(await isStandby(database)));
    expect(await sees(database, id)).toBe(true);
  }, 30_000);
});
