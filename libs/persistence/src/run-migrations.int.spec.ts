import { createTestDatabase, type TestDatabase } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openMigrated, runMigrations } from './migrations.js';
import type { DataSourceSettings } from './open-data-source.js';

class First1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE note (id bigint PRIMARY KEY, text text)');
    // Long enough for all processes to overlap.
    await runner.query('SELECT pg_sleep(0.2)');
  }
  async down(): Promise<void> {}
}
class Second1700000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('INSERT INTO note (id, text) VALUES (1, $1)', ['once']);
  }
  async down(): Promise<void> {}
}

let database: TestDatabase;
const settings = (migrations: DataSourceSettings['migrations']): DataSourceSettings => ({
  databaseUrl: database.url,
  schema: 'users',
  ...(migrations && { migrations }),
  applicationName: 'test',
});
const OLD = [First1700000000000];
const NEW = [First1700000000000, Second1700000000100];

beforeEach(async () => {
  database = await createTestDatabase('empty_1', async () => {});
});
afterEach(() => database.drop());

describe('migrations', () => {
  it('run once, though many start them at once', async () => {
    const ran = await Promise.all(Array.from({ length: 5 }, () => runMigrations(settings(NEW))));

    expect(ran.flat().sort()).toEqual(['First1700000000000', 'Second1700000000100']);
    const dataSource = await openMigrated(settings(NEW));
    expect(await dataSource.query('SELECT id, text FROM note')).toEqual([{ id: 1, text: 'once' }]);
    await dataSource.destroy();
  });

  it('of this release must have run before a service opens its database, which changes nothing there', async () => {
    await expect(openMigrated(settings(NEW))).rejects.toThrow('run the migrations first');
    await runMigrations(settings(OLD));
    await expect(openMigrated(settings(NEW))).rejects.toThrow(/Second1700000000100.*run the migrations first/);

    expect(await runMigrations(settings(NEW))).toEqual(['Second1700000000100']);
  });

  it('of a later release are nothing that a replica of this one minds', async () => {
    await runMigrations(settings(NEW));

    const dataSource = await openMigrated(settings(OLD));

    expect(await dataSource.query('SELECT id FROM note')).toEqual([{ id: 1 }]);
    await dataSource.destroy();
  });
});
