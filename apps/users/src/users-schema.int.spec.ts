import { openDataSource, runMigrations, schemaDifferences } from '@chat/persistence';
import { createTestDatabase } from '@chat/testing';
import { expect, it } from '@jest/globals';
import { MIGRATIONS } from './migrations/index.js';
import { databaseSettings } from './users-database.js';

it('entities describe the migrated schema', async () => {
  const template = `users ${MIGRATIONS.map(({ name }) => name).join(' ')}`;
  const database = await createTestDatabase(template, (url) => runMigrations(databaseSettings(url, 'test')));
  const dataSource = await openDataSource(databaseSettings(database.url, 'test')).initialize();
  try {
    expect(await schemaDifferences(dataSource)).toEqual([]);
  } finally {
    await dataSource.destroy();
    await database.drop();
  }
});
