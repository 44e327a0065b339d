import { Database, Transaction } from '@chat/persistence';
import { eventually, serviceUnderTest } from '@chat/testing';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { register } from 'prom-client';
import { IntegrationsModule } from '../integrations.module.js';
import { INTEGRATIONS } from '../integrations.options.js';
import { appendExtraDelivery } from './append-deliveries.js';
import { type AttemptResult, DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryMeasurement } from './delivery-metrics.js';
import { BUCKETS, BucketsRepository } from './following/buckets.repository.js';
import type { WebhookEntity } from './webhook.entity.js';

process.env['SECRET_KEY'] ??= Buffer.alloc(32, 1).toString('base64');
const DISABLE_AFTER_SECONDS = 100;

const service = serviceUnderTest(IntegrationsModule, INTEGRATIONS);
let buckets: BucketsRepository;
let deliveries: DeliveriesRepository;

beforeAll(() => {
  const app = service.replicas[0]?.app;
  buckets = app?.get(BucketsRepository, { strict: false }) as BucketsRepository;
  deliveries = app?.get(DeliveriesRepository, { strict: false }) as DeliveriesRepository;
});

describe('the leases of buckets', () => {
  afterEach(() => service.connections.query('DELETE FROM webhook_followers; UPDATE webhook_buckets SET holder = NULL'));
  const half = BUCKETS / 2;

  it('give a replica that is alone all buckets, and two replicas the same number', async () => {
    expect(await buckets.hold('one')).toHaveLength(BUCKETS);
    // The first one gives back at its next renewal.
    expect(await buckets.hold('two')).toHaveLength(0);
    const one = await buckets.hold('one');
    const two = await buckets.hold('two');

    expect([one.length, two.length]).toEqual([half, half]);
    expect(new Set([...one, ...two]).size).toBe(BUCKETS);
    expect((await buckets.hold('one')).sort()).toEqual(one.sort());
  });

  it('go to the others if a replica stops', async () => {
    await buckets.hold('one');
    await buckets.hold('two');
    await buckets.hold('one');
    await buckets.hold('two');
    await buckets.release('one');

    expect(await buckets.hold('two')).toHaveLength(BUCKETS);
  });

  it('go to the others some seconds after a replica was killed, and not before', async () => {
    await buckets.hold('one');
    expect(await buckets.hold('two')).toHaveLength(0);
    const past = `now() - interval '1 second'`;
    await service.connections.query(
      `UPDATE webhook_buckets SET held_until = ${past}; UPDATE webhook_followers SET alive_until = ${past} WHERE instance = 'one'`,
    );

    expect(await buckets.hold('two')).toHaveLength(BUCKETS);
  });
});

describe('the results of attempts', () => {
  /** Its owner is deactivated, so that the running replica leaves it alone. */
  async function webhook(pending: number): Promise<number> {
    const { rows } = await service.connections.query(
      `INSERT INTO event_webhooks (realm_id, owner_id, url, description, event_types, narrow, all_public_streams, apply_markdown, format,
         is_ordered, sealed_secret, is_owner_active, last_sequence)
       VALUES ($1, 1, '', '', '{message}', '[]', false, false, 'full', false, '', false, $2) RETURNING id`,
      [service.realmId, pending],
    );
    const id = Number(rows[0].id);
    await service.connections.query(
      `INSERT INTO webhook_deliveries (webhook_id, sequence, event_type, payload, occurred_at, state, next_attempt_at)
       SELECT $1, n, 'message', '{}', now(), 'pending', now() FROM generate_series(1, $2) n`,
      [id, pending],
    );
    return id;
  }
  const result = (
    webhookId: number,
    sequence: number,
    outcome: AttemptResult['outcome'],
    status = 500,
    attemptCount = 0,
  ): AttemptResult => {
    const attempt = { timestamp: sequence, durationMs: 1, status, error: outcome === 'delivered' ? null : 'Status' };
    return { webhookId, sequence, attemptCount, attempt, outcome, pauseSeconds: outcome === 'failed' ? 60 : null };
  };
  const record = (...results: AttemptResult[]) => deliveries.record(results, DISABLE_AFTER_SECONDS);
  const stored = async (id: number) => {
    const { rows } = await service.connections.query('SELECT * FROM event_webhooks WHERE id = $1', [id]);
    return rows[0];
  };
  const states = async (id: number) => {
    const { rows } = await service.connections.query(
      `SELECT state, attempt_count, jsonb_array_length(attempts) AS attempts,
         round(extract(epoch FROM next_attempt_at - now()) / 60)::int AS minutes
       FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY sequence`,
      [id],
    );
    return rows;
  };

  it('change each delivery, and its webhook', async () => {
    const id = await webhook(3);
    const results = [result(id, 1, 'delivered', 200), result(id, 2, 'failed'), result(id, 3, 'dead')];

    expect(await record(...results)).toEqual([]);
    expect(await states(id)).toEqual([
      { state: 'delivered', attempt_count: 1, attempts: 1, minutes: null },
      { state: 'pending', attempt_count: 1, attempts: 1, minutes: 1 },
      { state: 'dead', attempt_count: 1, attempts: 1, minutes: null },
    ]);
    const row = await stored(id);
    expect(row).toMatchObject({ is_active: true, consecutive_failures: 2 });
    expect([row.last_success_at, row.last_failure_at, row.failing_since]).toEqual(Array(3).fill(expect.any(Date)));
  });

  it('leave a replayed delivery due if they are failures of the time before the replay', async () => {
    const id = await webhook(3);
    const before = 9;
    await record(
      result(id, 1, 'dead', 500, before),
      result(id, 2, 'failed', 500, before),
      result(id, 3, 'delivered', 200, before),
    );

    expect(await states(id)).toEqual([
      { state: 'pending', attempt_count: 0, attempts: 1, minutes: 0 },
      { state: 'pending', attempt_count: 0, attempts: 1, minutes: 0 },
      expect.objectContaining({ state: 'delivered', attempts: 1, minutes: null }),
    ]);
  });

  it('are stored, and due deliveries are read, by statements that are planned each time', async () => {
    const id = await webhook(2);
    const spies = [Database, Transaction].map(({ prototype }) => jest.spyOn(prototype, 'queryPrepared'));

    await record(result(id, 1, 'delivered', 200));
    await deliveries.due({ id, isOrdered: false } as WebhookEntity, [], 10);

    const prepared = spies.flatMap((spy) => spy.mock.calls.map(([sql]) => sql));
    for (const spy of spies) spy.mockRestore();
    expect(prepared).not.toEqual([]);
    expect(prepared.filter((sql) => sql.includes('webhook_deliveries'))).toEqual([]);
  });

  it('count failures since the last success', async () => {
    const id = await webhook(2);
    await record(result(id, 1, 'failed'), result(id, 2, 'failed'));
    await record(result(id, 1, 'failed'));
    expect((await stored(id)).consecutive_failures).toBe(3);
    await record(result(id, 2, 'delivered', 204));

    expect(await stored(id)).toMatchObject({ consecutive_failures: 0, failing_since: null });
  });

  it('note a success only if the last one is older than a second, or a failure was in between', async () => {
    const id = await webhook(3);
    const lastSuccess = async (isNoted: boolean, sequence: number) => {
      const before = await stored(id);
      await record(result(id, sequence, 'delivered', 200));
      expect((await stored(id)).last_success_at > before.last_success_at).toBe(isNoted);
    };
    const set = (assignments: string) =>
      service.connections.query(`UPDATE event_webhooks SET ${assignments} WHERE id = $1`, [id]);
    await set(`last_success_at = now() + interval '1 minute'`);
    await lastSuccess(false, 1);
    await set(`last_success_at = now() - interval '2 seconds'`);
    await lastSuccess(true, 2);
    await set(`last_success_at = now() - interval '1 millisecond', consecutive_failures = 1, failing_since = now()`);
    await lastSuccess(true, 3);

    expect(await states(id)).toMatchObject(Array(3).fill({ state: 'delivered' }));
    expect(await stored(id)).toMatchObject({ consecutive_failures: 0, failing_since: null });
  });

  it('change no delivery that has ended', async () => {
    const id = await webhook(1);
    await record(result(id, 1, 'delivered', 200));
    await record(result(id, 1, 'failed'));

    expect(await states(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('end with the webhook, as do deliveries that are added meanwhile', async () => {
    const id = await webhook(1);
    const database = service.replicas[0]?.app.get(Database, { strict: false }) as Database;
    const add = (meanwhile = async () => {}) =>
      database.transaction(async (tx) => {
        const sequence = await appendExtraDelivery(tx, id, { eventType: 'webhook.test', payload: '{}' });
        await meanwhile();
        return sequence;
      });
    let deletion: Promise<unknown> | undefined;
    const sequence = await add(async () => {
      deletion = service.connections.query('DELETE FROM event_webhooks WHERE id = $1', [id]);
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM event_webhooks%'`;
      await eventually(async () => (await service.connections.query(waiting)).rows.length > 0);
    });
    await deletion;

    expect(sequence).toBe(2);
    expect(await states(id)).toEqual([]);
    expect(await add()).toBeUndefined();
  });

  it('stop the webhook by 410', async () => {
    const id = await webhook(1);
    expect(await record(result(id, 1, 'dead', 410))).toEqual([id]);
    expect(await stored(id)).toMatchObject({ is_active: false, disabled_reason: 'gone' });
  });

  it('stop the webhook after failures only for too long, and not earlier', async () => {
    const id = await webhook(1);
    const failingFor = (seconds: number) =>
      service.connections.query(
        "UPDATE event_webhooks SET failing_since = now() - $2 * interval '1 second' WHERE id = $1",
        [id, seconds],
      );
    await failingFor(DISABLE_AFTER_SECONDS - 50);
    expect(await record(result(id, 1, 'failed'))).toEqual([]);
    await failingFor(DISABLE_AFTER_SECONDS + 50);

    expect(await record(result(id, 1, 'failed'))).toEqual([id]);
    expect(await stored(id)).toMatchObject({ is_active: false, disabled_reason: 'failing' });
  });
});

describe('the metric of the stored deliveries', () => {
  const counts = async () => {
    await service.replicas[0]?.app.get(DeliveryMeasurement, { strict: false }).measure();
    const { values } = (await register.getSingleMetric('chat_webhook_deliveries')?.get()) ?? { values: [] };
    return Object.fromEntries(values.map(({ labels, value }) => [labels['state'], value]));
  };
  afterEach(() => service.connections.query('DELETE FROM event_webhooks'));

  it('has the number of each state, of active webhooks, also after the oldest records are gone', async () => {
    await service.connections.query('DELETE FROM event_webhooks');
    expect(await counts()).toEqual({ pending: 0, dead: 0, delivered: 0 });

    for (const isActive of [true, false, true]) {
      const { rows } = await service.connections.query(
        `INSERT INTO event_webhooks (realm_id, owner_id, url, description, event_types, narrow, all_public_streams, apply_markdown, format,
           is_ordered, sealed_secret, last_sequence, is_active)
         VALUES ($1, 1, '', '', '{message}', '[]', false, false, 'full', false, '', 9, $2) RETURNING id`,
        [service.realmId, isActive],
      );
      await service.connections.query(
        `INSERT INTO webhook_deliveries (webhook_id, sequence, event_type, payload, occurred_at, state, next_attempt_at)
         SELECT $1, s, 'message', '{}', now(), CASE WHEN s < 7 THEN 'delivered' WHEN s = 7 THEN 'dead' ELSE 'pending' END,
           CASE WHEN s > 7 THEN now() + interval '1 hour' END FROM generate_series(4, 9) s`,
        [rows[0].id],
      );
    }

    expect(await counts()).toEqual({ pending: 4, dead: 2, delivered: 6 });
  });
});

describe('the oldest pending delivery', () => {
  const age = async () => {
    await service.replicas[0]?.app.get(DeliveryMeasurement, { strict: false }).measure();
    const text = await register.getSingleMetricAsString('chat_webhook_oldest_pending_seconds');
    return Number(/ (\S+)$/.exec(text.trim())?.[1]);
  };
  afterEach(() => service.connections.query('DELETE FROM event_webhooks'));

  it('is measured since its event, also while its next attempt is not due', async () => {
    await service.connections.query('DELETE FROM event_webhooks');
    expect(await age()).toBe(0);

    const { rows } = await service.connections.query(
      `INSERT INTO event_webhooks (realm_id, owner_id, url, description, event_types, narrow, all_public_streams, apply_markdown, format,
         is_ordered, sealed_secret, last_sequence, failing_since)
       VALUES ($1, 1, '', '', '{message}', '[]', false, false, 'full', false, '', 3, now()) RETURNING id`,
      [service.realmId],
    );
    await service.connections.query(
      `INSERT INTO webhook_deliveries (webhook_id, sequence, event_type, payload, occurred_at, state, next_attempt_at)
       VALUES ($1, 1, 'message', '{}', now() - interval '2 hours', 'delivered', NULL),
         ($1, 2, 'message', '{}', now() - interval '1 hour', 'pending', now() + interval '1 hour'),
         ($1, 3, 'message', '{}', now(), 'pending', now() + interval '1 hour')`,
      [rows[0].id],
    );
    const seconds = await age();
    expect(seconds).toBeGreaterThanOrEqual(3_600);
    expect(seconds).toBeLessThan(3_700);
  });
});
