import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@chat/persistence';
import { expect, it } from '@jest/globals';
import { SubscriptionChecks } from './subscription-checks.js';

it('a query for several requests belongs to none of them', async () => {
  const request = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const query = async () => {
    seen.push(request.getStore());
    return [];
  };
  const checks = new SubscriptionChecks({ query } as Pick<Database, 'query'>);

  await Promise.all(['first', 'second'].map((name) => request.run(name, () => checks.isSubscribed(1, 2))));

  expect(seen).toEqual([undefined]);
});
