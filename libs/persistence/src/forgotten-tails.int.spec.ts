import {
  DomainEventLog,
  decodeLogEntry,
  LogBegan,
  LogReader,
  logKey,
  partitionOf,
  RealmProjection,
} from '@chat/event-log';
import {
  createTestDatabase,
  createTestRedis,
  eventually,
  RecordingLogger,
  type SavedData,
  savePostgres,
  saveRedis,
  type TestDatabase,
  type TestRedis,
} from '@chat/testing';
import { it } from '@jest/globals';
import fc from 'fast-check';
import { Database } from './database.js';
import { runMigrations } from './migrations.js';
import { openDataSource } from './open-data-source.js';
import { notesSettings } from './testing/notes-database.js';

const REALM = 7;
const RUNS = 6;

interface Step {
  readonly kind:
    | 'write'
    | 'write without Redis'
    | 'sweep'
    | 'prune'
    | 'empty Redis'
    | 'restore PostgreSQL'
    | 'restore Redis';
  /** Number of writes to forget. */
  readonly back: number;
}

const step = (kind: Step['kind']): fc.Arbitrary<Step> => fc.record({ kind: fc.constant(kind), back: fc.nat(4) });
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: step('write') },
    { weight: 3, arbitrary: step('write without Redis') },
    { weight: 2, arbitrary: step('sweep') },
    { weight: 1, arbitrary: step('prune') },
    { weight: 1, arbitrary: step('empty Redis') },
    { weight: 3, arbitrary: step('restore PostgreSQL') },
    { weight: 3, arbitrary: step('restore Redis') },
  ),
  { minLength: 6, maxLength: 24 },
);

class FailingLog extends DomainEventLog {
  override async append(): Promise<never> {
    throw new Error('Redis is away');
  }
}

/** Two servers that forget, their writers, a follower of the log, and everything that was published. */
class Scene {
  private written = 0;
  private restores = 0;
  private readonly savedPostgres: SavedData[] = [];
  private readonly savedRedis: { readonly data: SavedData; readonly restores: number }[] = [];
  /** Texts by number, as the log had them. A number that Redis forgot together with PostgreSQL is unknown to every follower. */
  private readonly meanings = new Map<number, Set<string>>();
  private readonly textsById = new Map<number, Set<string>>();
  private readonly projection: RealmProjection<{ texts: string[] }>;

  private constructor(
    private readonly database: TestDatabase,
    private readonly redis: TestRedis,
    private readonly reader: LogReader,
    private readonly replica: Database,
    private readonly cutOff: Database,
  ) {
    this.projection = new RealmProjection(reader, {
      service: 'users',
      load: () => this.load(),
      apply: ({ texts }, event) => {
        if (!LogBegan.matches(event)) texts.push((event.payload as { text: string }).text);
      },
    });
  }

  static async open(): Promise<Scene> {
    const database = await createTestDatabase('notes_1', (url) => runMigrations(notesSettings(url)));
    const redis = await createTestRedis();
    const logger = new RecordingLogger();
    const replica = async (log: DomainEventLog) =>
      new Database('users', await openDataSource(notesSettings(database.url)).initialize(), log, logger);
    const reader = new LogReader(redis.url, { name: 'test', logger });
    const scene = new Scene(
      database,
      redis,
      reader,
      await replica(new DomainEventLog(redis.redis)),
      await replica(new FailingLog(redis.redis)),
    );
    await reader.start();
    await scene.replica.outbox.backlog.ids.start();
    return scene;
  }

  async close(): Promise<void> {
    await this.reader.close();
    await Promise.all([this.replica, this.cutOff].map(({ dataSource }) => dataSource.destroy()));
    await this.redis.close();
    await this.database.drop();
  }

  async run(step: Step): Promise<void> {
    if (step.kind === 'write') await this.write(this.replica);
    else if (step.kind === 'write without Redis') await this.write(this.cutOff);
    else if (step.kind === 'sweep') await this.sweep();
    else if (step.kind === 'prune') await this.replica.outbox.backlog.prune(0).catch(() => {});
    else if (step.kind === 'empty Redis') await this.emptyRedis();
    else if (step.kind === 'restore PostgreSQL') await this.restorePostgres(step.back);
    else await this.restoreRedis(step.back);
    await this.note();
  }

  /** Throws if the follower differs from a fresh load, or if something has two meanings. */
  async check(): Promise<void> {
    await this.sweep();
    await this.write(this.replica);
    await this.note();
    await eventually(async () => {
      await this.reader.waitUntilApplied(REALM, await this.reader.tail(REALM));
      const [followed, fresh] = [await this.projection.get(REALM), (await this.load()).state];
      return JSON.stringify(followed) === JSON.stringify(fresh);
    });
    for (const [kind, found] of [
      ['number', this.meanings],
      ['id', this.textsById],
    ] as const) {
      for (const [value, texts] of found)
        if (texts.size > 1) throw new Error(`The ${kind} ${value} has the meanings ${[...texts].join(', ')}.`);
    }
  }

  private async write(replica: Database): Promise<void> {
    const text = `note ${++this.written}`;
    await eventually(() => this.projection.get(REALM));
    const write = () =>
      replica.transaction(async (tx) => {
        const [row] = await tx.query<{ id: number }>('INSERT INTO note (text) VALUES ($1) RETURNING id', [text]);
        tx.record(REALM, { type: 'users.note_written', payload: { id: row?.id, text } });
      });
    // A cut connection that the pool still has.
    await eventually(() =>
      write().then(
        () => true,
        () => false,
      ),
    );
    this.savedPostgres.push(await savePostgres(this.database.url, 'users'));
    this.savedRedis.push({ data: await saveRedis(this.redis.redis), restores: this.restores });
  }

  /** The first statement may get a connection that was cut. */
  private async sweep(): Promise<void> {
    await eventually(() =>
      this.replica.outbox.backlog.sweep().then(
        () => true,
        () => false,
      ),
    );
  }

  private async restorePostgres(back: number): Promise<void> {
    const index = this.savedPostgres.length - 1 - back;
    if (index < 0) return;
    await this.savedPostgres[index]?.restore();
    this.savedPostgres.length = index + 1;
    this.restores++;
    await this.changeHistory();
    await this.database.cutConnections();
  }

  private async restoreRedis(back: number): Promise<void> {
    const index = this.savedRedis.length - 1 - back;
    const saved = this.savedRedis[index];
    if (saved === undefined) return;
    await saved.data.restore();
    this.savedRedis.length = index + 1;
    if (saved.restores < this.restores) await this.changeHistory();
    await this.redis.cutConnections();
    this.meanings.clear();
  }

  private async emptyRedis(): Promise<void> {
    await this.redis.redis.flushdb();
    this.meanings.clear();
    // The first sweep does it, within two seconds.
    const { ids } = this.replica.outbox.backlog;
    await eventually(() =>
      ids.note().then(
        () => true,
        () => false,
      ),
    );
  }

  /** A restored server begins a timeline, which a copy of rows does not. */
  private async changeHistory(): Promise<void> {
    if (await this.redis.redis.hexists('log:issued:users', 'history:postgresql'))
      await this.redis.redis.hset('log:issued:users', 'history:postgresql', 'another');
  }

  private async note(): Promise<void> {
    for (const entry of await this.redis.redis.xrange(logKey(partitionOf(REALM)), '-', '+')) {
      const event = decodeLogEntry(entry);
      if (LogBegan.matches(event)) continue;
      const { id, text } = event.payload as { id: number; text: string };
      this.meanings.set(event.sequence, (this.meanings.get(event.sequence) ?? new Set()).add(text));
      this.textsById.set(id, (this.textsById.get(id) ?? new Set()).add(text));
    }
  }

  private load(): Promise<{ sequence: number; state: { texts: string[] } }> {
    return this.replica.snapshot(REALM, async (tx) => {
      const rows = await tx.query<{ text: string }>('SELECT text FROM note ORDER BY id');
      return { texts: rows.map(({ text }) => text) };
    });
  }
}

it('after random losses of both servers, followers equal a fresh load, and no number or id has two meanings', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (random) => {
      const scene = await Scene.open();
      try {
        for (const step of random) await scene.run(step);
        await scene.check();
      } finally {
        await scene.close();
      }
    }),
    { numRuns: Number(process.env['FORGOTTEN_TAILS_RUNS'] ?? RUNS), endOnFailure: true },
  );
}, 180_000);
