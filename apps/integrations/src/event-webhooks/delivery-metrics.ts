import { Database } from '@chat/persistence';
import { HealthServer } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

const attempts = new Counter({
  name: 'chat_webhook_attempts_total',
  help: 'Requests to the addresses of event webhooks, by result: delivered, failed (another attempt follows) or dead.',
  labelNames: ['result'] as const,
});
const lag = new Histogram({
  name: 'chat_webhook_delivery_lag_seconds',
  help: 'Time from an event to its successful delivery to an event webhook.',
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3_600, 86_400],
});
const stored = new Gauge({
  name: 'chat_webhook_deliveries',
  help: 'Stored deliveries of event webhooks, by state: pending or dead.',
  labelNames: ['state'] as const,
});
const oldest = new Gauge({
  name: 'chat_webhook_oldest_due_seconds',
  help: 'Time since which the oldest due delivery waits, of the active event webhooks without failures since their last success.',
});

export function countAttempt(result: 'delivered' | 'failed' | 'dead', lagSeconds: number): void {
  attempts.inc({ result });
  if (result === 'delivered') lag.observe(lagSeconds);
}

/** Counts the stored deliveries at each scrape. */
@Injectable()
export class DeliveryMeasurement {
  constructor(database: Database, health: HealthServer) {
    health.addMeasurement('webhook deliveries', async () => {
      // By state: each half reads an index of its own, not the records of two weeks.
      const ofState = (state: string) =>
        `FROM webhook_deliveries d JOIN event_webhooks w ON w.id = d.webhook_id AND w.is_active AND w.is_owner_active
         WHERE d.state = '${state}'`;
      const [row] = await database.query<{ pending: number; dead: number; age: number }>(
        `SELECT p.pending, p.age, (SELECT count(*) ${ofState('dead')}) AS dead
         FROM (SELECT count(*) AS pending, coalesce(extract(epoch FROM now() - min(d.next_attempt_at) FILTER (WHERE w.failing_since IS NULL)), 0)::float8 AS age
           ${ofState('pending')}) p`,
      );
      stored.set({ state: 'pending' }, row?.pending ?? 0);
      stored.set({ state: 'dead' }, row?.dead ?? 0);
      oldest.set(Math.max(0, row?.age ?? 0));
    });
  }
}
