import { CuttableProxy, endsWithin, eventually } from '@chat/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startEventsReplica } from '../testing/events-replicas.js';
import { type Scene, startScene } from '../testing/scene.js';

let scene: Scene;
let redis: Scene['redis'];
let organization: Scene['organization'];
let client: Scene['client'];

beforeEach(async () => {
  scene = await startScene();
  ({ redis, organization, client } = scene);
});
afterEach(async () => {
  await scene.close();
});

it('a replica that holds shards with queues stops soon while Redis is away', async () => {
  const proxy = await CuttableProxy.start(redis.url);
  const replica = await startEventsReplica(proxy.url);
  const user = organization.user(1);
  organization.stream(1);
  await organization.subscribe(user.userId, 1);
  await client.register(user);
  await organization.send(1);
  await proxy.close();
  await eventually(() => replica.resources.redis.status === 'reconnecting');

  expect(await endsWithin(6_000, replica.stop())).toBe(true);
}, 30_000);
