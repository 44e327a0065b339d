import { Gauge } from 'prom-client';
import { measureBackup } from './backup-status.js';
import type { Database } from './database.js';

const connections = new Gauge({
  name: 'chat_database_connections',
  help: 'Connections of this process to PostgreSQL, and requests that wait for one.',
  labelNames: ['state'] as const,
});
const synchronous = new Gauge({
  name: 'chat_database_synchronous',
  help: 'Whether PostgreSQL acknowledges a commit only after a standby has stored it: 1 or 0.',
});
const outboxAge = new Gauge({
  name: 'chat_outbox_oldest_seconds',
  help: 'Age of the oldest committed domain event that is not in the log yet.',
});
const outboxDepth = new Gauge({
  name: 'chat_outbox_events',
  help: 'Committed domain events that are not in the log yet.',
});

/** Sets the gauges of a service's database, its archive, and the outbox. Run it for every scrape of the metrics. */
export async function measureDatabase(database: Database): Promise<void> {
  const { dataSource, outbox, standbys } = database;
  const { pool } = dataSource;
  connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
  connections.set({ state: 'idle' }, pool.idleCount);
  connections.set({ state: 'waiting' }, pool.waitingCount);
  synchronous.set(dataSource.synchronousMissing === undefined ? 1 : 0);
  standbys?.measure();
  const { events, oldestSeconds } = await outbox.backlog.measure();
  outboxDepth.set(events);
  outboxAge.set(oldestSeconds);
  await measureBackup(database);
}
