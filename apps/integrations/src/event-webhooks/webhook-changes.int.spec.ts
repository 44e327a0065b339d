import { listDeliveries, type Principal } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { eventWebhooksUnderTest } from '../testing/event-webhooks-under-test.js';

const webhooks = eventWebhooksUnderTest();

/** Runs `change` while the next change registers its queue. */
function duringNextRegistration(change: () => Promise<unknown>): void {
  webhooks.queues.registering = async () => {
    webhooks.queues.registering = () => undefined;
    await change();
  };
}

async function addEvent(type: string): Promise<void> {
  webhooks.queues.add(webhooks.owner, { type, number: 1 } as { type: string });
  await webhooks.queues.notify(webhooks.integrations.redis.redis, webhooks.owner);
}

describe('simultaneous changes of a webhook', () => {
  it.each([
    ['at one replica', 0],
    ['at two replicas', 1],
  ])('all apply to its queue %s', async (_, replica) => {
    const { webhook } = await webhooks.create();
    let other: Promise<unknown> = Promise.resolve();
    duringNextRegistration(async () => {
      other = webhooks.patchAt(replica, webhook.id, { eventTypes: ['typing', 'message'] });
      // At one replica the changes run one after the other.
      if (replica === 1) await other;
    });

    await webhooks.patchAt(0, webhook.id, { applyMarkdown: true });
    await other;

    const filter = { event_types: ['typing', 'message'], apply_markdown: true };
    expect(await webhooks.shown(webhook.id)).toMatchObject(filter);
    expect(webhooks.queues.registrations.at(-1)).toMatchObject({
      applyMarkdown: true,
      eventTypes: expect.arrayContaining(['message']),
    });
    await webhooks.hasQueues(1);
    await addEvent('message');
    await webhooks.arrival(1);
  });

  it('succeed, however many there are', async () => {
    const { webhook } = await webhooks.create();

    await Promise.all(
      Array.from({ length: 25 }, (_, n) => {
        const filter = { eventTypes: ['message', 'typing'].slice(n % 2), narrow: [['topic', String(n)]] };
        return webhooks.patchAt(n % 3 === 0 ? 1 : 0, webhook.id, filter);
      }),
    );

    await webhooks.hasQueues(1);
    const { event_types: eventTypes } = await webhooks.shown(webhook.id);
    await addEvent(eventTypes[0] as string);
    await webhooks.arrival(1);
  });

  it('lose no event of a queue that another replica has made meanwhile', async () => {
    const { webhook } = await webhooks.create();
    const actor = webhooks.queues.registrations.at(-1)?.actor as Principal;
    webhooks.queues.catchingUp = async () => {
      webhooks.queues.catchingUp = () => undefined;
      const queueId = webhooks.queues.register({ actor, eventTypes: ['typing'] });
      webhooks.queues.addTo(queueId, { type: 'typing', number: 1 } as { type: string });
      await webhooks.update(`queue_id = '${queueId}', event_id = -1`, webhook.id);
    };

    await webhooks.patch(webhook.id, { applyMarkdown: true });

    await webhooks.arrival(1);
    expect(await webhooks.shown(webhook.id)).toMatchObject({ apply_markdown: true });
  });

  it.each([0, 1])('give a webhook that replica %i stops meanwhile no queue', async (replica) => {
    const { webhook } = await webhooks.create();
    duringNextRegistration(() => webhooks.patchAt(replica, webhook.id, { isActive: false }));

    await webhooks.patchAt(0, webhook.id, { applyMarkdown: true });

    expect(await webhooks.shown(webhook.id)).toMatchObject({ is_active: false, apply_markdown: true });
    await webhooks.hasQueues(0);
  });

  it('start a webhook with the filter that another replica gives it meanwhile', async () => {
    const { webhook } = await webhooks.create();
    await webhooks.patch(webhook.id, { isActive: false });
    duringNextRegistration(() => webhooks.patchAt(1, webhook.id, { applyMarkdown: true }));

    await webhooks.patchAt(0, webhook.id, { isActive: true });

    expect(await webhooks.shown(webhook.id)).toMatchObject({ is_active: true, apply_markdown: true });
    expect(webhooks.queues.registrations.at(-1)).toMatchObject({ applyMarkdown: true });
    await webhooks.hasQueues(1);
  });

  it('stop a webhook with a queue that cannot be read, also together with another change', async () => {
    const { webhook } = await webhooks.create();
    let others: Promise<unknown>[] = [];
    webhooks.queues.catchingUp = async () => {
      webhooks.queues.catchingUp = () => {
        throw new Error('The queue cannot be read');
      };
      others = [
        webhooks.patch(webhook.id, { description: 'new' }),
        webhooks.patch(webhook.id, { isActive: false, narrow: [['is', 'mentioned']] }),
      ];
      await Promise.resolve();
    };

    await webhooks.patch(webhook.id, { applyMarkdown: true });
    await Promise.all(others);

    expect(await webhooks.shown(webhook.id)).toMatchObject({ is_active: false, description: 'new' });
    await webhooks.hasQueues(0);
  });

  it('report a gap if the queue of a stopped webhook cannot be read', async () => {
    const { webhook } = await webhooks.create();
    webhooks.queues.catchingUp = () => {
      throw new Error('The queue cannot be read');
    };

    await webhooks.patch(webhook.id, { isActive: false });

    const page = { webhookId: webhook.id, limit: 10 };
    const { deliveries } = await webhooks.integrations.call(listDeliveries, webhooks.as(), page);
    expect(deliveries).toMatchObject([{ event_type: 'webhook.gap', state: 'pending' }]);
  });

  it('get 503 and change nothing while others are always faster', async () => {
    const { webhook } = await webhooks.create();
    webhooks.queues.catchingUp = async () => void (await webhooks.update('is_ordered = NOT is_ordered', webhook.id));

    const error = await webhooks.patch(webhook.id, { applyMarkdown: true }).catch((reason: unknown) => reason);

    expect(error).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(await webhooks.shown(webhook.id)).toMatchObject({ apply_markdown: false });
    await webhooks.hasQueues(1);
    await addEvent('typing');
    await webhooks.arrival(1);
  });
});
