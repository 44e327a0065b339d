import { EVENT_SHARDS, USERS_PER_EVENT_SHARD_BLOCK } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { type EventsReplica, startEventsReplica } from './events-replicas.js';
import { type Scene, startScene } from './scene.js';

/** Two replicas of the events service that share all shards, an organization, and a client of both. */
export interface TwoReplicas extends Scene {
  readonly replicas: readonly EventsReplica[];
  held(): number;
}

/** A user of a shard of its own. */
export const inShard = (n: number): number => n * USERS_PER_EVENT_SHARD_BLOCK;

export async function startTwoReplicas(): Promise<TwoReplicas> {
  const scene = await startScene();
  const { redis } = scene;
  const replicas = [await startEventsReplica(redis.url), await startEventsReplica(redis.url)];
  const held = () => replicas.reduce((sum, { keeper }) => sum + keeper.parts.held.size, 0);
  await eventually(() => replicas.every(({ keeper }) => keeper.parts.held.size > 0) && held() === EVENT_SHARDS, {
    what: 'both replicas to hold shards',
  });
  return {
    ...scene,
    replicas,
    held,
    close: async () => {
      for (const replica of replicas) await replica.stop();
      await scene.close();
    },
  };
}
