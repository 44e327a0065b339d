import { openDataSource } from '@chat/persistence';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { REALM_SETTINGS } from '../realm-settings.options.js';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';
import { FoldProfileFieldNames1700000000010 } from './1700000000010-fold-profile-field-names.js';

let realmSettings: RealmSettingsForTests;
beforeAll(async () => {
  realmSettings = await RealmSettingsForTests.start();
});
afterAll(() => realmSettings.stop());

it('folds stored names of profile fields again, unless another field of the realm has the key', async () => {
  const source = await openDataSource({
    ...REALM_SETTINGS.database,
    databaseUrl: realmSettings.database.url,
    applicationName: 'test',
  }).initialize();
  // The keys are as the earlier folding stored them.
  const before = [
    ['Straße', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['Maß', 'maß'],
    ['Mass', 'mass'],
    ['Café', 'café'],
  ];
  for (const [name, key] of before) {
    await source.query(
      `INSERT INTO profile_fields (realm_id, type, position, name, name_key, hint, field_data, display_in_profile_summary)
       VALUES ((SELECT min(id) FROM realms), 1, 1, $1, $2, '', '', false)`,
      [name, key],
    );
  }
  const runner = source.createQueryRunner();

  await new FoldProfileFieldNames1700000000010().up(runner);

  const keys = await source.query('SELECT name_key AS key FROM profile_fields WHERE name = ANY ($1) ORDER BY id', [
    before.map(([name]) => name),
  ]);
  expect(keys.map(({ key }: { key: string }) => key)).toEqual(['strasse', 'οδος', 'maß', 'mass', 'café']);
  await runner.release();
  await source.destroy();
});
