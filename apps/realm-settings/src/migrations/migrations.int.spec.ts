import { openDataSource, runMigrations, schemaDifferences } from '@chat/persistence';
import { createTestDatabase } from '@chat/testing';
import { expect, it } from '@jest/globals';
import '../realm-settings.module.js';
import { REALM_SETTINGS } from '../realm-settings.options.js';

it('the entities match the migrated schema', async () => {
  const settings = { ...REALM_SETTINGS.database, applicationName: 'test' };
  const names = settings.migrations.map(({ name }) => name).join('_');
  const database = await createTestDatabase(`realm_settings_${names}`, (databaseUrl) =>
    runMigrations({ ...settings, databaseUrl }),
  );
  const dataSource = await openDataSource({ ...settings, databaseUrl: database.url }).initialize();
  try {
    expect(await schemaDifferences(dataSource)).toEqual([]);
  } finally {
    await dataSource.destroy();
    await database.drop();
  }
});
