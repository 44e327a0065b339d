import type { Principal } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { describe, expect, it } from '@jest/globals';
import type { INestMicroservice } from '@nestjs/common';
import { eventWebhooksUnderTest } from '../testing/event-webhooks-under-test.js';
import { WebhookEntity } from './webhook.entity.js';
import { WebhookChanges } from './webhook-changes.js';

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
  it('all apply to its queue', async () => {
    const { webhook } = await webhooks.create();
    duringNextRegistration(() => webhooks.patch(webhook.id, { eventTypes: ['typing', 'message'] }));

    await webhooks.patch(webhook.id, { applyMarkdown: true });

    const filter = { event_types: ['typing', 'message'], apply_markdown: true };
    expect(await webhooks.shown(webhook.id)).toMatchObject(filter);
    expect(webhooks.queues.registrations.at(-1)).toMatchObject({
      applyMarkdown: true,
      eventTypes: expect.arrayContaining(['message']),
    });
    expect(webhooks.queues.countOf(webhooks.owner)).toBe(1);
    await addEvent('message');
    await webhooks.arrival(1);
  });

  it('succeed, however many there are', async () => {
    const { webhook } = await webhooks.create();

    await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        webhooks.patch(webhook.id, { eventTypes: ['message', 'typing'].slice(n % 2) }),
      ),
    );

    expect(webhooks.queues.countOf(webhooks.owner)).toBe(1);
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

  it('give a webhook that is stopped meanwhile no queue', async () => {
    const { webhook } = await webhooks.create();
    duringNextRegistration(() => webhooks.patch(webhook.id, { isActive: false }));

    await webhooks.patch(webhook.id, { applyMarkdown: true });

    expect(await webhooks.shown(webhook.id)).toMatchObject({ is_active: false, apply_markdown: true });
    expect(webhooks.queues.countOf(webhooks.owner)).toBe(0);
  });

  it('stop a webhook with a queue that cannot be read, also together with another change', async () => {
    const { webhook } = await webhooks.create();
    const { app } = webhooks.integrations.replicas[0] as { app: INestMicroservice };
    const changes = app.get(WebhookChanges, { strict: false });
    const database = app.get(Database, { strict: false });
    const row = await database.getRepository(WebhookEntity).findOneByOrFail({ id: webhook.id });
    const actor = webhooks.queues.registrations.at(-1)?.actor as Principal;
    const register = async () => webhooks.queues.register({ actor, eventTypes: ['typing'] });
    const apply = async (fields: Partial<WebhookEntity>, hasQueue: boolean) =>
      changes.apply(
        row,
        { fields, newQueue: hasQueue ? { queueId: await register(), filter: row } : undefined },
        register,
      );
    let others: Promise<unknown>[] = [];
    webhooks.queues.catchingUp = async () => {
      webhooks.queues.catchingUp = () => {
        throw new Error('The queue cannot be read');
      };
      others = [
        apply({ description: 'new' }, true),
        apply({ isActive: false, disabledReason: 'stopped', queueId: null }, false),
      ];
      await Promise.resolve();
    };

    await apply({ url: 'https://example.com/' }, true);
    await Promise.all(others);

    expect(await webhooks.shown(webhook.id)).toMatchObject({ is_active: false, description: 'new' });
    expect(webhooks.queues.countOf(webhooks.owner)).toBe(0);
  });
});
