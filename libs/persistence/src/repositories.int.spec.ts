import { serviceUnavailable } from '@chat/contracts';
import { DomainEventLog, OUTBOX_IDENTITIES, OUTBOX_TABLES } from '@chat/event-log';
import {
  createTestDatabase,
  createTestRedis,
  RecordingLogger,
  schemaDifferences,
  type TestDatabase,
  type TestRedis,
} from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  Column,
  Entity,
  type MigrationInterface,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type QueryRunner,
} from 'typeorm';
import { Database } from './database.js';
import { UNIQUE_VIOLATION } from './database-errors.js';
import { runMigrations } from './migrations.js';
import { openDataSource } from './open-data-source.js';

class NotesForTests1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...OUTBOX_TABLES, ...OUTBOX_IDENTITIES]) await runner.query(statement);
    await runner.query(`CREATE TABLE note (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      title text NOT NULL UNIQUE,
      reader_ids bigint[] NOT NULL DEFAULT '{}',
      written_at timestamptz
    )`);
  }
  async down(): Promise<void> {}
}

@Entity('note')
class NoteEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('text') title!: string;
  @Column('bigint', { array: true }) readerIds!: number[];
  @Column('timestamptz', { nullable: true }) writtenAt!: Date | null;
}

@Entity('note')
class WrongNoteEntity {
  @PrimaryColumn('integer') id!: number;
  @PrimaryColumn('text') title!: string;
  @Column('bigint') readerIds!: number;
  @Column('timestamptz') writtenAt!: Date;
  @Column('text') author!: string;
}

@Entity('note')
class UnmappedNoteEntity {
  @PrimaryColumn('bigint') id!: number;
}

@Entity('missing')
class MissingTableEntity {
  @PrimaryColumn('bigint') id!: number;
}

const settings = (entities: (new () => object)[] = [NoteEntity], databaseUrl = server.url) => ({
  databaseUrl,
  schema: 'users',
  migrations: [NotesForTests1700000000000],
  entities,
  applicationName: 'test',
});

let server: TestDatabase;
let redis: TestRedis;
let database: Database;

beforeEach(async () => {
  server = await createTestDatabase('repositories_1', (url) => runMigrations(settings([], url)));
  redis = await createTestRedis();
  const dataSource = await openDataSource(settings()).initialize();
  database = new Database('users', dataSource, new DomainEventLog(redis.redis), new RecordingLogger());
});

afterEach(async () => {
  await database.dataSource.destroy();
  await redis.close();
  await server.drop();
});

describe('repositories', () => {
  it('a repository writes in its transaction and reads numbers from bigint columns', async () => {
    const id = await database.transaction(async (tx) => {
      const { identifiers } = await tx.getRepository(NoteEntity).insert({ title: 'first', readerIds: [4, 5] });
      expect(await tx.query('SELECT title FROM note')).toEqual([{ title: 'first' }]);
      expect(await database.getRepository(NoteEntity).find()).toEqual([]);
      return identifiers[0]?.id as number;
    });

    expect(id).toBe(1);
    expect(await database.getRepository(NoteEntity).findOneBy({ title: 'first' })).toEqual({
      id,
      title: 'first',
      readerIds: [4, 5],
      writtenAt: null,
    });
  });

  it.each(['insert', 'save'] as const)('a transaction that fails after %s leaves nothing', async (method) => {
    const failing = database.transaction(async (tx) => {
      await tx.getRepository(NoteEntity)[method]({ title: 'first', readerIds: [] });
      throw new Error('too late');
    });

    await expect(failing).rejects.toThrow('too late');
    expect(await database.getRepository(NoteEntity).count()).toBe(0);
  });

  it('insertUnlessTaken returns the column of a new row, and undefined if a unique index refuses the row', async () => {
    const inserted = await database.transaction(async (tx) => {
      const insert = (title: string) => tx.insertUnlessTaken(NoteEntity, { title, readerIds: [] }, 'id');
      return [await insert('first'), await insert('first'), typeof (await insert('second'))];
    });

    expect(inserted).toEqual([1, undefined, 'number']);
  });

  it('a violated constraint has its SQLSTATE and rolls back', async () => {
    const twice = database.transaction(async (tx) => {
      const notes = tx.getRepository(NoteEntity);
      await notes.insert({ title: 'same' });
      await notes.insert({ title: 'same' });
    });

    await expect(twice).rejects.toMatchObject({ code: UNIQUE_VIOLATION, constraint: 'note_title_key' });
    expect(await database.getRepository(NoteEntity).existsBy({ title: 'same' })).toBe(false);
  });

  it('a repository sends nothing after the end of its transaction', async () => {
    const notes = await database.transaction(async (tx) => tx.getRepository(NoteEntity));

    await expect(notes.insert({ title: 'late' })).rejects.toThrow('after the end of its transaction');
  });

  it('a repository begins no transaction inside a transaction', async () => {
    const nested = database.transaction((tx) => tx.getRepository(NoteEntity).manager.transaction(async () => {}));

    await expect(nested).rejects.toThrow('Use Database.transaction');
  });

  it('a read outside a transaction is refused as unavailable while PostgreSQL cannot be reached', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    jest.spyOn(database.dataSource.pool, 'query').mockImplementation(() => Promise.reject(refused));

    await expect(database.getRepository(NoteEntity).find()).rejects.toEqual(serviceUnavailable('users'));
  });

  it('statements of a repository need no connection besides that of the transaction', async () => {
    const connect = jest.spyOn(database.dataSource.pool, 'connect');

    await database.transaction((tx) => tx.getRepository(NoteEntity).insert({ title: 'first' }));

    expect(connect).toHaveBeenCalledTimes(1);
    const { pool } = database.dataSource;
    expect(pool.idleCount).toBe(pool.totalCount);
  });
});

describe('schemaDifferences', () => {
  it('returns nothing for entities that describe the migrated schema', async () => {
    expect(await schemaDifferences(database.dataSource)).toEqual([]);
  });

  it('reports that it compared nothing', async () => {
    const empty = await openDataSource(settings([])).initialize();
    try {
      expect(await schemaDifferences(empty)).toEqual(['No entity is imported.']);
    } finally {
      await empty.destroy();
    }
  });

  it('names each difference in table, column, type, nullability and primary key', async () => {
    const wrong = await openDataSource(
      settings([WrongNoteEntity, UnmappedNoteEntity, MissingTableEntity]),
    ).initialize();
    try {
      expect(await schemaDifferences(wrong)).toEqual([
        'WrongNoteEntity.id: type integer, in the schema bigint',
        'WrongNoteEntity.title: in the primary key, in the schema not in the primary key',
        'WrongNoteEntity.readerIds: type bigint, in the schema bigint[]',
        'WrongNoteEntity.writtenAt: not null, in the schema nullable',
        'WrongNoteEntity.author: note has no column author',
        'UnmappedNoteEntity: does not map the column title',
        'UnmappedNoteEntity: does not map the column reader_ids',
        'UnmappedNoteEntity: does not map the column written_at',
        'MissingTableEntity: the schema has no table missing',
      ]);
    } finally {
      await wrong.destroy();
    }
  });
});
