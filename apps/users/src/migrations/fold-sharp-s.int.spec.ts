import { createUserGroup, Role } from '@chat/contracts';
import { openDataSource } from '@chat/persistence';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { UsersUnderTest } from '../testing/users-under-test.js';
import { USERS } from '../users.options.js';
import { FoldSharpS1700000000005 } from './1700000000005-fold-sharp-s.js';

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start();
});
afterAll(() => users.stop());

const keys = () =>
  users.sql<{ name: string; key: string }>(
    `SELECT name, name_key AS key FROM user_group WHERE NOT is_system_group ORDER BY group_id`,
  );

async function migrate(): Promise<void> {
  const source = await openDataSource({
    ...USERS.database,
    databaseUrl: users.database.url,
    applicationName: 'test',
  }).initialize();
  const runner = source.createQueryRunner();
  await new FoldSharpS1700000000005().up(runner);
  await runner.release();
  await source.destroy();
}

it('folds stored keys with a sharp s again, unless another row has the key', async () => {
  const owner = await users.person(Role.Owner);
  for (const name of ['GROẞ', 'Maß', 'MAẞSTAB', 'plain']) {
    await users.call(createUserGroup, owner, { name, description: '', members: [] });
  }
  // As the earlier folding stored them.
  await users.sql(`UPDATE user_group SET name_key = 'groß' WHERE name = 'GROẞ'`);
  await users.sql(`UPDATE user_group SET name_key = 'mass' WHERE name = 'Maß'`);
  await users.sql(`UPDATE user_group SET name_key = 'maß' WHERE name = 'MAẞSTAB'`);

  await migrate();

  expect(await keys()).toEqual([
    { name: 'GROẞ', key: 'gross' },
    { name: 'Maß', key: 'mass' },
    { name: 'MAẞSTAB', key: 'maß' },
    { name: 'plain', key: 'plain' },
  ]);
});
