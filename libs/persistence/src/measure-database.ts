import { Gauge } from 'prom-client';
import type { Database } from './database.js';

const connections = new Gauge({
  name: 'chat_database_connections',
  help: 'Connections of this process to PostgreSQL, and requests that wait for one.',
  labelNames: ['state'] as const,
});
const outboxAge = new Gauge({
  name: 'chat_outbox_oldest_seconds',
  help: 'Age of the oldest committed domain event that is not in the log yet.',
});
const outboxDepth = new Gauge({
  name: 'chat_outbox_events',
  help: 'Committed domain events that are not in the log yet.',
});

/** The part of the driver's pool that tells how busy it is. */
interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Sets the gauges of a service's database and outbox; to be run when metrics are asked for. */
export async function measureDatabase({ dataSource, outbox }: Database): Promise<void> {
  const pool = (dataSource.driver as unknown as { master: Pool }).master;
  connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
  connections.set({ state: 'idle' }, pool.idleCount);
  connections.set({ state: 'waiting' }, pool.waitingCount);
  const { events, oldestSeconds } = await outbox.backlog();
  outboxDepth.set(events);
  outboxAge.set(oldestSeconds);
}
