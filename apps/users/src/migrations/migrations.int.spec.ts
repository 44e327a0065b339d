import { entityDifferences } from '@chat/testing';
import { expect, it } from '@jest/globals';
import '../users.module.js';
import { USERS } from '../users.options.js';

it('the entities match the migrated schema', async () => {
  expect(await entityDifferences(USERS.name, USERS.database)).toEqual([]);
});
