import { entityDifferences } from '@chat/testing';
import { expect, it } from '@jest/globals';
import './integrations.module.js';
import { INTEGRATIONS } from './integrations.options.js';

it('the entities match the migrated schema', async () => {
  expect(await entityDifferences(INTEGRATIONS.name, INTEGRATIONS.database)).toEqual([]);
});
