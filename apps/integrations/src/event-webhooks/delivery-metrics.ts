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
  help: 'Time from an event to its first successful delivery to an event webhook, without replays.',
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3_600, 86_400],
});
const stored = new Gauge({
  name: 'chat_webhook_deliveries',
  help: 'Stored deliveries of active event webhooks, by state: pending, dead or delivered.',
  labelNames: ['state'] as const,
});
const oldestDue = new Gauge({
  name: 'chat_webhook_oldest_due_seconds',
  help: 'Time since which the oldest due delivery waits, of the active event webhooks without failures since their last success.',
});
const oldestPending = new Gauge({
  name: 'chat_webhook_oldest_pending_seconds',
  help: 'Time since the event of the oldest pending delivery, of all active event webhooks; 0 if none is pending.',
});

export const countAttempt = (result: 'delivered' | 'failed' | 'dead'): void => attempts.inc({ result });

export const noteLag = (seconds: number): void => lag.observe(seconds);

const IS_ACTIVE = 'w.is_active AND w.is_owner_active';

/** Measures the stored deliveries at each scrape. */
@Injectable()
export class DeliveryMeasurement {
  constructor(
    private readonly database: Database,
    health: HealthServer,
  ) {
    health.addMeasurement('webhook deliveries', () => this.measure());
  }

  async measure(): Promise<void> {
    // By state: each part reads an index of its own, not the records of two weeks.
    const ofState = (state: string) =>
      `FROM webhook_deliveries d JOIN event_webhooks w ON w.id = d.webhook_id AND ${IS_ACTIVE} WHERE d.state = '${state}'`;
    // Sequences follow the events and have no gaps, so one row of each webhook is enough for the oldest one and for the number of all.
    const [row] = await this.database.query<Record<'pending' | 'dead' | 'due' | 'oldest' | 'all', number>>(
      `SELECT p.pending, p.due, (SELECT count(*) ${ofState('dead')}) AS dead, (
         SELECT coalesce(extract(epoch FROM now() - min(first.occurred_at)), 0)::float8 FROM event_webhooks w CROSS JOIN LATERAL (
           SELECT occurred_at FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'pending' ORDER BY sequence LIMIT 1
         ) first WHERE ${IS_ACTIVE}) AS oldest, (
         SELECT coalesce(sum(w.last_sequence - first.sequence + 1), 0)::bigint FROM event_webhooks w CROSS JOIN LATERAL (
           SELECT sequence FROM webhook_deliveries WHERE webhook_id = w.id ORDER BY sequence LIMIT 1
         ) first WHERE ${IS_ACTIVE}) AS "all"
       FROM (SELECT count(*) AS pending, coalesce(extract(epoch FROM now() - min(d.next_attempt_at) FILTER (WHERE w.failing_since IS NULL)), 0)::float8 AS due
         ${ofState('pending')}) p`,
    );
    const { pending = 0, dead = 0, all = 0 } = row ?? {};
    stored.set({ state: 'pending' }, pending);
    stored.set({ state: 'dead' }, dead);
    stored.set({ state: 'delivered' }, Math.max(0, all - pending - dead));
    oldestDue.set(Math.max(0, row?.due ?? 0));
    oldestPending.set(Math.max(0, row?.oldest ?? 0));
  }
}
