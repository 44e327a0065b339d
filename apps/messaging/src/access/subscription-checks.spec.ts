import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from '@jest/globals';
import { SubscriptionChecks } from './subscription-checks.js';

const request = new AsyncLocalStorage<string>();

it('a query for several requests belongs to none of them', async () => {
  const seen: unknown[] = [];
  const query = async () => {
    seen.push(request.getStore());
    return [];
  };
  const checks = new SubscriptionChecks({ query, isOnStandby: false });

  await Promise.all(['first', 'second'].map((name) => request.run(name, () => checks.isSubscribed(1, 2))));

  expect(seen).toEqual([undefined]);
});

it('a request that reads from a standby has a query of its own', async () => {
  const seen: unknown[] = [];
  const database = {
    query: async () => {
      seen.push(request.getStore());
      return [];
    },
    get isOnStandby() {
      return request.getStore() === 'standby';
    },
  };
  const checks = new SubscriptionChecks(database);

  await Promise.all(['standby', 'primary'].map((name) => request.run(name, () => checks.isSubscribed(1, 2))));

  expect(seen).toEqual(['standby', undefined]);
});
