import { expect, it } from '@jest/globals';
import type { INestMicroservice } from '@nestjs/common';
import { eventWebhooksUnderTest } from '../../testing/event-webhooks-under-test.js';
import { BucketsRepository } from './buckets.repository.js';
import { WebhookFollower } from './webhook-follower.js';

const webhooks = eventWebhooksUnderTest();

it('a replica that stops during a renewal of its leases leaves none', async () => {
  await webhooks.create();
  const { app } = webhooks.integrations.replicas[0] as { app: INestMicroservice };
  const [follower, buckets] = [WebhookFollower, BucketsRepository].map((type) =>
    app.get<unknown>(type, { strict: false }),
  ) as [WebhookFollower, BucketsRepository];
  const hold = buckets.hold.bind(buckets);
  let instance = '';
  const isRenewing = new Promise<() => void>((began) => {
    buckets.hold = async (name) => {
      instance = name;
      await new Promise<void>((resolve) => began(resolve));
      return hold(name);
    };
  });
  follower.renewEverywhere();
  const goOn = await isRenewing;

  const stopped = follower['stop']();
  await new Promise((resolve) => setTimeout(resolve, 300));
  goOn();
  await stopped;
  await follower['renewals'];

  // Another replica may have taken the buckets meanwhile, but this row divides them among replicas.
  const { rows } = await webhooks.integrations.connections.query('SELECT FROM webhook_followers WHERE instance = $1', [
    instance,
  ]);
  expect(rows).toEqual([]);
});
