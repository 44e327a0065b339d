import { waitUntilHandled } from '@chat/event-log';
import { eventually } from '@chat/testing';
import { describe, expect, it } from '@jest/globals';
import { eventWebhooksUnderTest } from '../testing/event-webhooks-under-test.js';

const webhooks = eventWebhooksUnderTest();

const activeOwners = async (): Promise<boolean[]> => {
  const query = 'SELECT is_owner_active AS is FROM event_webhooks WHERE owner_id = $1';
  const { rows } = await webhooks.integrations.connections.query<{ is: boolean }>(query, [webhooks.owner]);
  return rows.map(({ is }) => is);
};

async function areOwnersFollowed(withinMs: number): Promise<boolean> {
  const { integrations } = webhooks;
  const position = { realmId: integrations.realmId, asOf: (await integrations.tail()) as string, withinMs };
  return waitUntilHandled(integrations.redis.redis, 'integrations-webhook-owners', position);
}

describe('a webhook that is made while its owner is deactivated', () => {
  it('is refused if the deactivation comes first', async () => {
    webhooks.queues.registering = async () => {
      await webhooks.integrations.setActive(webhooks.owner, false);
      expect(await areOwnersFollowed(15_000)).toBe(true);
    };

    await expect(webhooks.create()).rejects.toThrow('Account is deactivated');

    expect(await activeOwners()).toEqual([]);
    await webhooks.hasQueues(0);
  });

  it('is paused if the deactivation comes before the commit', async () => {
    const { integrations } = webhooks;
    const isWaiting = async () =>
      (
        await integrations.connections.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
        )
      ).rows.length > 0;
    let looks = 0;
    integrations.delayPrincipal = async (userId) => {
      if (userId !== webhooks.owner || ++looks !== 2) return;
      await integrations.setActive(userId, false);
      await eventually(async () => (await isWaiting()) || areOwnersFollowed(50));
    };

    await webhooks.create();
    expect(await areOwnersFollowed(15_000)).toBe(true);
    expect(looks).toBeGreaterThanOrEqual(2);
    expect(await activeOwners()).toEqual([false]);
  });
});
