import { entityDifferences } from '@chat/testing';
import { expect, it } from '@jest/globals';
import './messaging.module.js';
import { MESSAGING } from './messaging.options.js';

it('the entities match the migrated schema', async () => {
  expect(await entityDifferences(MESSAGING.name, MESSAGING.database)).toEqual([]);
});
