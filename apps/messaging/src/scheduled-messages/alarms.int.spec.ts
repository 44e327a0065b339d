import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR, nowSeconds, startScheduledScene } from '../testing/scheduled-scene.js';
import { AlarmClock } from './alarm-clock.js';

let scene: Awaited<ReturnType<typeof startScheduledScene>>;
beforeAll(async () => {
  scene = await startScheduledScene();
});
afterAll(() => scene.messaging.close());

describe('alarms', () => {
  it('that ring early, as with a fast clock, deliver nothing', async () => {
    const id = await scene.schedule({ scheduledDeliveryTimestamp: nowSeconds() + HOUR });

    const early = await scene.due(0).deliver(id);

    expect(early).toBeGreaterThan((HOUR - 60) * 1_000);
    expect(await scene.sentFor([id])).toEqual([]);
  });

  it('that Redis lost are replaced by the sweep', async () => {
    const id = await scene.schedule();
    await eventually(
      async () => (await scene.messaging.redis.redis.exists(`bull:scheduled-messages:message-${id}`)) === 1,
    );
    await scene.messaging.redis.redis.del(`bull:scheduled-messages:message-${id}`, 'bull:scheduled-messages:delayed');
    await scene.makeDue([id]);

    await scene.untilSent([id], 8_000);
  });

  it('are set again only if they are missing', async () => {
    const id = await scene.schedule({ scheduledDeliveryTimestamp: nowSeconds() + 300 });
    await eventually(
      async () => (await scene.messaging.redis.redis.exists(`bull:scheduled-messages:message-${id}`)) === 1,
    );
    const alarmClock = scene.messaging.replicas[0]?.app.get(AlarmClock) as AlarmClock;

    expect(await alarmClock.setMissing([{ id, dueInMs: 300_000 }])).toBe(0);
    await scene.messaging.redis.redis.del(`bull:scheduled-messages:message-${id}`);
    expect(await alarmClock.setMissing([{ id, dueInMs: 300_000 }])).toBe(1);
  });

  it('missed while all replicas were down are made up for at the start', async () => {
    const id = await scene.schedule({ scheduledDeliveryTimestamp: nowSeconds() + 3_600 });
    await Promise.all(scene.messaging.replicas.splice(0).map((replica) => replica.stop()));
    await scene.messaging.sql.query(
      `UPDATE scheduled_messages SET deliver_at = deliver_at - interval '1 day', due_at = due_at - interval '1 day'
       WHERE id = $1`,
      [id],
    );
    expect(await scene.sentFor([id])).toEqual([]);

    await scene.messaging.startReplica();

    await scene.untilSent([id]);
  }, 20_000);
});
