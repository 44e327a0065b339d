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
import { register } from 'prom-client';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Database } from './database.js';
import { ForwardMigration, openMigrated, runMigrations } from './migrations.js';

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
  if (isUsable) await eventually(async () => isStandby(database), { withinMs: 10_000, what: 'reads by the standby' });
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
const replay = (verb: 'pause' | 'resume') => standby.query(`SELECT pg_wal_replay_${verb}()`);
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
    const counts = await counted(async () => {
      const servers = await database.reading(REALM, async () => [
        await database.query(SERVER),
        await database.queryPrepared(SERVER),
        (await database.snapshot(REALM, (tx) => tx.query(SERVER))).state,
        await database.transaction((tx) => tx.query(SERVER)),
      ]);
      expect(servers.flat()).toEqual([true, true, false, false].map((isStandby) => ({ isStandby })));
    });

    expect(counts).toEqual({ standby: 1 });
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

  it('is waited for, at most 50 ms', async () => {
    const database = await startProcess();
    await replay('pause');
    const id = await write(database);
    const startedAt = performance.now();

    const counts = await counted(async () => expect(await sees(database, id)).toBe(true));

    expect(counts).toEqual({ behind: 1 });
    expect(performance.now() - startedAt).toBeGreaterThan(40);
    await replay('resume');
    await eventually(() => isStandby(database));
    expect(await sees(database, id)).toBe(true);
  });

  it('serves the write if it arrives in time', async () => {
    const database = await startProcess();

    const counts = await counted(async () => {
      for (let n = 0; n < 20; n++) expect(await sees(database, await write(database))).toBe(true);
    });

    expect(counts).toEqual({ standby: 20 });
  });

  it('is skipped if another one has it', async () => {
    const other = await startPostgresServer([], { standbyOf: primary });
    try {
      const database = await startProcess(
        `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${other.port}/postgres`,
      );
      await replay('pause');
      const id = await write(database);
      // The other one is usable, too.
      await eventually(() => isStandby(database));

      expect(await counted(async () => expect(await sees(database, id)).toBe(true))).toEqual({ standby: 1 });
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
    await eventually(() => isStandby(database), { withinMs: 10_000 });
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
    const counts = await counted(async () => {
      for (let n = 0; n < 150; n++) {
        const id = await write(writer);
        if (!(await sees(reader, id))) missed.push(id);
      }
    });
    isOver = true;
    await stopping;

    expect(missed).toEqual([]);
    // Both kinds happened.
    expect(counts['standby']).toBeGreaterThan(0);
    expect(counts['behind']).toBeGreaterThan(0);
  }, 60_000);
});

describe('a read that fails on the standby', () => {
  it('runs again as a whole on the primary', async () => {
    const database = await startProcess();
    let runs = 0;

    const counts = await counted(async () => {
      const result = await database.reading(REALM, async () => {
        runs++;
        await database.query(SERVER);
        // The standby refuses it; the primary does it.
        return database.query("SELECT nextval('counter')");
      });
      expect(result).toHaveLength(1);
    });

    expect(runs).toBe(2);
    expect(counts).toEqual({ failed: 1 });
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
    const [reader, id] = [await startProcess(), await write(database)];
    await eventually(() => isStandby(reader));

    const counts = await counted(async () => {
      const reading = reader.reading(REALM, () =>
        reader.query<{ id: number }>(
          'SELECT id, pg_sleep(CASE WHEN pg_is_in_recovery() THEN 20 ELSE 0 END) FROM note LIMIT 1',
        ),
      );
      await eventually(
        async () => (await standby.query("SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'")).length === 1,
      );
      // The replay of this lock cancels the reader on the standby.
      await primary.query('BEGIN; LOCK TABLE users.note; COMMIT');
      expect(await reading).toHaveLength(1);
    });

    expect(counts).toEqual({ failed: 1 });
    expect(id).toBeGreaterThan(0);
  }, 30_000);
});

describe('a standby that is gone', () => {
  it('that goes silent during a read is left within seconds', async () => {
    const proxy = await CuttableProxy.start(standby.url);
    const database = await startProcess(proxy.url);
    try {
      const startedAt = performance.now();
      const reading = database.reading(REALM, async () => {
        const [row] = await database.query<{ isStandby: boolean }>(SERVER);
        if (row?.isStandby) {
          proxy.isMute = true;
        }
        return database.query(SERVER);
      });

      expect(await reading).toEqual([{ isStandby: false }]);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
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
