import { domainEvent } from '@chat/contracts';
import { DomainEventLog, OUTBOX_IDENTITIES, OUTBOX_TABLES } from '@chat/event-log';
import { createTestDatabase, createTestRedis, RecordingLogger } from '@chat/testing';
import { expect, it } from '@jest/globals';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { Database, ForwardMigration, openMigrated, runMigrations } from './index.js';

const NoteWritten = domainEvent<{ text: string }>()('users.note_written');
const TEXTS = 'SELECT text FROM note WHERE realm_id = $1';

@Entity('note')
class NoteEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('text') text!: string;
}

class ReadmeNotes1700000000000 extends ForwardMigration {
  protected readonly statements = [
    ...OUTBOX_TABLES,
    ...OUTBOX_IDENTITIES,
    'CREATE TABLE note (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, realm_id bigint NOT NULL, text text NOT NULL)',
  ];
}

const settingsOf = (databaseUrl: string) => ({
  ...{ databaseUrl, schema: 'users', migrations: [ReadmeNotes1700000000000], applicationName: 'test' },
  entities: [NoteEntity],
});

it('the example in the README commits a row and publishes its event', async () => {
  const server = await createTestDatabase('readme_notes_1', (url) => runMigrations(settingsOf(url)));
  const redis = await createTestRedis();
  const logger = new RecordingLogger();
  const log = new DomainEventLog(redis.redis);
  const [realmId, text, settings] = [7, 'first', settingsOf(server.url)];

  const database = new Database('users', await openMigrated(settings), log, logger);
  await database.transaction(async (tx) => {
    await tx.getRepository(NoteEntity).insert({ realmId, text });
    tx.record(realmId, NoteWritten.of({ text }));
  });
  const texts = await database.reading(realmId, () => database.query(TEXTS, [realmId]));

  expect(texts).toEqual([{ text }]);
  expect(await log.ends.heads('users', [realmId])).toEqual([1]);
  await database.dataSource.destroy();
  await redis.close();
  await server.drop();
});
