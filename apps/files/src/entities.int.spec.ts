import { entityDifferences } from '@chat/testing';
import { expect, it } from '@jest/globals';
import './files.module.js';
import { FILES } from './files.options.js';

it('the entities match the migrated schema', async () => {
  expect(await entityDifferences(FILES.name, FILES.database)).toEqual([]);
});
