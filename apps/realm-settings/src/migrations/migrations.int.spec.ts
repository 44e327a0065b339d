import { entityDifferences } from '@chat/testing';
import { expect, it } from '@jest/globals';
import '../realm-settings.module.js';
import { REALM_SETTINGS } from '../realm-settings.options.js';

it('the entities match the migrated schema', async () => {
  expect(await entityDifferences(REALM_SETTINGS.name, REALM_SETTINGS.database)).toEqual([]);
});
