import type { RunningService } from '@chat/service-kit';
import { startReplicaUnderTest } from '@chat/testing';
import type { Redis } from 'ioredis';
import { EventSettings } from '../event-settings.js';
import { EventsModule } from '../events.module.js';
import { ShardKeeper } from '../shards/shard-keeper.js';

export type EventsReplica = RunningService & { readonly keeper: ShardKeeper };

let started = 0;

/** For tests in which replicas die. Where none does, a busy machine may hold everything up for longer than this. */
export const SHORT_LEASES: Partial<EventSettings> = { leaseTimes: { lifetimeMs: 600, renewEveryMs: 100 } };

/** An events service in this process. */
export async function startEventsReplica(
  redisUrl: string,
  settings: Partial<EventSettings> = {},
): Promise<EventsReplica> {
  process.env['REDIS_URL'] = redisUrl;
  process.env['LOG_LEVEL'] ??= 'silent';
  process.env['INSTANCE'] = String(started++);
  const merged: EventSettings = Object.assign(new EventSettings(), settings);
  const running = await startReplicaUnderTest(EventsModule, [[EventSettings, merged]]);
  return { ...running, keeper: running.app.get(ShardKeeper) };
}

/** Like kill -9: connections end without a word, and no shard is handed over. */
export async function crash({ keeper, resources }: EventsReplica): Promise<void> {
  const inner = keeper as unknown as { timers: NodeJS.Timeout[]; isClosing: boolean };
  inner.isClosing = true;
  for (const timer of inner.timers) clearInterval(timer);
  keeper.parts.follower.abort();
  resources.redis.disconnect();
}

/**
 * A replica that learns of others by renewing its session alone. Publish/subscribe is shared by all databases of a server, so the
 * replica would also receive the announcements of other test files.
 */
export async function hearNoAnnouncements({ keeper }: EventsReplica): Promise<void> {
  await (keeper as unknown as { readonly subscriber: Redis }).subscriber.unsubscribe();
}

/** A replica that reads and writes without renewing its session: the worst that a frozen process can do. */
export function forgetToRenew({ keeper }: EventsReplica): () => void {
  const inner = keeper as unknown as { renew: () => Promise<void> };
  const renew = inner.renew;
  inner.renew = async () => {};
  return () => {
    inner.renew = renew;
  };
}
