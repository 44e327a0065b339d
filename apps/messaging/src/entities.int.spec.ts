import { openDataSource, schemaDifferences } from '@chat/persistence';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MESSAGING } from './messaging.options.js';
import { TestMessaging } from './testing/test-messaging.js';

let messaging: TestMessaging;
beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 0 });
});
afterAll(() => messaging.close());

it('the entities match the migrated schema', async () => {
  const dataSource = await openDataSource({
    ...MESSAGING.database,
    databaseUrl: messaging.database.url,
    applicationName: 'test',
  }).initialize();
  try {
    expect(await schemaDifferences(dataSource)).toEqual([]);
  } finally {
    await dataSource.destroy();
  }
});
