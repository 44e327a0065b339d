import { openDataSource, runMigrations, schemaDifferences } from '@chat/persistence';
import { createTestDatabase } from '@chat/testing';
import { expect, it } from '@jest/globals';
import './users.module.js';
import { USERS } from './users.options.js';

const settings = (databaseUrl: string) => ({ ...USERS.database, databaseUrl, applicationName: 'test' });

it('entities describe the migrated schema', async () => {
  const template = `users ${USERS.database.migrations.map(({ name }) => name).join(' ')}`;
  const database = await createTestDatabase(template, (url) => runMigrations(settings(url)));
  const dataSource = await openDataSource(settings(database.url)).initialize();
  try {
    expect(await schemaDifferences(dataSource)).toEqual([]);
  } finally {
    await dataSource.destroy();
    await database.drop();
  }
});
