import type { WebhookUpdate } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { eventWebhooksUnderTest } from '../testing/event-webhooks-under-test.js';

const RUNS = 10;
const webhooks = eventWebhooksUnderTest();
const { queues } = webhooks;

/** The requests of a change to the events service. Before each of them the process may die: then the row stays as it is. */
const STEPS = ['registering', 'opening', 'catchingUp', 'deleting'] as const;

function atEachStep(run: (step: (typeof STEPS)[number]) => Promise<void>): void {
  for (const step of STEPS) queues[step] = () => run(step);
}

/** An active webhook has a queue with exactly its filter, and a stopped one has none. */
async function expectFittingQueue(webhookId: number): Promise<void> {
  const { rows } = await webhooks.integrations.connections.query(
    'SELECT queue_id, is_active, event_types, narrow, all_public_streams, apply_markdown FROM event_webhooks WHERE id = $1',
    [webhookId],
  );
  const { queue_id: queueId, is_active: isActive, event_types: eventTypes, narrow } = rows[0];
  if (!isActive) expect(queueId).toBeNull();
  else
    expect(queues.registrationOf.get(queueId)).toMatchObject({
      eventTypes,
      narrow,
      allPublicStreams: rows[0].all_public_streams,
      applyMarkdown: rows[0].apply_markdown,
    });
}

type Fields = Omit<WebhookUpdate, 'webhookId'>;

const FIRST: Fields = {
  eventTypes: ['typing'],
  narrow: [],
  applyMarkdown: false,
  allPublicStreams: false,
  format: 'full',
  description: '',
  isActive: true,
};

const fields: fc.Arbitrary<Fields> = fc.oneof(
  fc.record({ eventTypes: fc.subarray(['message', 'typing', 'reaction'], { minLength: 1 }) }),
  fc.record({ narrow: fc.constantFrom([], [['is', 'mentioned']], [['is', 'private']]) }),
  fc.record({ applyMarkdown: fc.boolean() }),
  fc.record({ allPublicStreams: fc.boolean() }),
  fc.record({ format: fc.constantFrom('thin', 'full') }),
  fc.record({ description: fc.constantFrom('a', 'b') }),
  fc.record({ isActive: fc.boolean() }),
  fc.record({ isActive: fc.boolean(), applyMarkdown: fc.boolean() }),
);

describe('the queue of a webhook', () => {
  it('fits the stored webhook at each step of simultaneous changes, also if steps fail', async () => {
    const changes = fc.array(fc.record({ replica: fc.nat(1), fields }), { minLength: 2, maxLength: 8 });
    const failing = fc.uniqueArray(fc.nat(20), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(changes, failing, async (all, failingSteps) => {
        atEachStep(async () => undefined);
        await webhooks.useNextOwner();
        const { webhook } = await webhooks.create();
        const checks: Promise<void>[] = [];
        let steps = 0;
        let failures = 0;
        atEachStep(async () => {
          const isFailing = failingSteps.includes(steps++);
          const check = expectFittingQueue(webhook.id);
          checks.push(check);
          await check;
          if (isFailing) failures++;
          if (isFailing) throw new Error('The step fails');
        });

        const applied = await Promise.allSettled(
          all.map((change) => webhooks.patchAt(change.replica, webhook.id, change.fields)),
        );

        await Promise.all(checks);
        await expectFittingQueue(webhook.id);
        const refused = all.filter((_, index) => applied[index]?.status === 'rejected');
        expect(refused.length).toBeLessThanOrEqual(failures);
        expect(refused.filter((change) => change.fields.isActive === false)).toEqual([]);
        // Every field has the value of an accepted change, or the first one.
        const accepted = all.filter((change) => !refused.includes(change)).map((change) => change.fields);
        const { webhook: stored } = await webhooks.patchAt(0, webhook.id, {});
        for (const [name, first] of Object.entries(FIRST) as [keyof Fields, unknown][]) {
          const given = accepted.filter((change) => name in change).map((change) => change[name]);
          expect(given.length > 0 ? given : [first]).toContainEqual(stored[name]);
        }
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('is the former one if the transaction of a change ends with its connection', async () => {
    const { webhook } = await webhooks.create();
    const { connections } = webhooks.integrations;
    const blocker = await connections.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM event_webhooks WHERE id = $1 FOR UPDATE', [webhook.id]);
    const change = webhooks.patchAt(0, webhook.id, { applyMarkdown: true }).catch((error: unknown) => error);
    const endWaiting = async () =>
      (
        await connections.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%WebhookEntity%'`,
        )
      ).rowCount;
    await eventually(async () => (await endWaiting()) === 1).finally(async () => {
      await blocker.query('COMMIT');
      blocker.release();
    });

    expect(await change).toMatchObject({ status: 503 });
    await expectFittingQueue(webhook.id);
    expect(await webhooks.shown(webhook.id)).toMatchObject({ apply_markdown: false });
    await webhooks.hasQueues(1);
  });
});
