import { waitUntilHandled } from '@chat/event-log';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TestIntegrations } from '../testing/test-integrations.js';

/** Each waits some seconds for late events. */
const RUNS = 4;
const GROUP = 'integrations-webhook-owners';
const OWNERS = [11, 12];

let service: TestIntegrations;
beforeAll(async () => {
  service = await TestIntegrations.start({ replicas: 2 });
  // Stopped webhooks, so that no replica follows their queues.
  await service.connections.query(
    `INSERT INTO event_webhooks (realm_id, owner_id, url, description, event_types, narrow, all_public_streams, apply_markdown, format,
       is_ordered, sealed_secret, is_active)
     SELECT $1, owner, '', '', '{message}', '[]', false, false, 'full', false, '', false FROM unnest($2::bigint[]) owner`,
    [service.realmId, OWNERS],
  );
});
afterAll(() => service.stop());

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ owner: fc.constantFrom(...OWNERS) }) },
  { weight: 3, arbitrary: fc.record({ late: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ all: true }) },
);

it('webhooks are paused by the present state of their owners, in any order and repetition of the events', async () => {
  const isActive = new Map(OWNERS.map((owner) => [owner, true]));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
      const published: string[] = [];
      const toggle = async (owner: number) => {
        isActive.set(owner, !isActive.get(owner));
        await service.setActive(owner, isActive.get(owner) as boolean);
        published.push((await service.tail()) as string);
      };
      await toggle(OWNERS[0] as number);
      for (const taken of steps) {
        if ('owner' in taken) await toggle(taken.owner);
        else if ('late' in taken) await service.repeatLate(GROUP, published[taken.late % published.length] as string);
        else await service.repeatEvents(GROUP);
      }
      // A blocked read sees a repetition when the next event comes.
      await toggle(OWNERS[0] as number);
      const position = { realmId: service.realmId, asOf: (await service.tail()) as string, withinMs: 20_000 };
      expect(await waitUntilHandled(service.redis.redis, GROUP, position)).toBe(true);

      const { rows } = await service.connections.query<{ owner: string; is: boolean }>(
        'SELECT owner_id AS owner, is_owner_active AS is FROM event_webhooks ORDER BY owner_id',
      );
      expect(rows.map((row) => [Number(row.owner), row.is])).toEqual([...isActive]);
    }),
    { numRuns: RUNS, examples: [[[{ owner: 11 }, { late: 0 }, { owner: 11 }]]] },
  );
}, 120_000);
