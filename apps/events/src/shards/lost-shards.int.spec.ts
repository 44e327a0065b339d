import { EVENT_EPOCH_KEY, eventShardLeaseKey } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { RedisEpochs } from '../epochs/redis-epochs.js';
import { type EventsReplica, startEventsReplica } from '../testing/events-replicas.js';
import { countedLosses, resetLossCounters } from '../testing/loss-counters.js';
import { type Scene, startScene } from '../testing/scene.js';
import type { Shard } from './shard.js';

/** Long lifetime: a busy machine must not end a session, which would lose all shards. */
const LEASES = { leaseTimes: { lifetimeMs: 20_000, renewEveryMs: 100 } };

let scene: Scene;
let replica: EventsReplica;

beforeEach(async () => {
  resetLossCounters();
  scene = await startScene();
  replica = await startEventsReplica(scene.redis.url, LEASES);
}, 30_000);

afterEach(async () => {
  jest.restoreAllMocks();
  await replica?.stop();
  await scene?.close();
}, 30_000);

it('a shard that was lost before an epoch begins does not cause a further epoch', async () => {
  const { client, organization, redis } = scene;
  await client.register(organization.user(64));
  const shard = replica.keeper.shards().find(({ queueCount }) => queueCount > 0) as Shard;
  const { number, version } = shard;
  expect(version).toBeGreaterThan(0);

  shard.end('stale');
  // Data of another server, without the newest write of the shard.
  const other = redis.redis.multi().hset(EVENT_EPOCH_KEY, { l: 'another history', r: 'another run' });
  await other.hset(eventShardLeaseKey(number), 'v', version - 1).exec();

  await replica.app.get(RedisEpochs).check();
  expect(await countedLosses()).toMatchObject({ 'redis server': 1 });
  const checks = jest.spyOn(RedisEpochs.prototype, 'check');
  await eventually(() => checks.mock.calls.length > 5, { what: 'further checks' });

  const epochs = Object.entries(await countedLosses()).filter(([kind]) => kind.startsWith('redis'));
  expect(epochs).toEqual([['redis server', 1]]);
}, 40_000);
