import { once } from 'node:events';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricOf } from '../../support/metrics.js';
import { Organization, type TestUser } from '../../support/organization.js';
import type { SystemUnderTest } from '../../support/system-under-test.js';
import { ACKNOWLEDGED_BETWEEN, SUBSCRIBED_STREAM, startSending, trafficDuring } from './traffic.js';

const SENDERS = 4;
const READERS = 6;

let tested: SystemUnderTest;
let organization: Organization;
let members: TestUser[];

/** Resolves when the process has ended by it, so that waiting until all are ready waits for its next start. */
async function kill(service: string, instance = 0): Promise<void> {
  const ended = once(tested.system.process(service, instance), 'ended');
  tested.system.kill(service, instance);
  await ended;
}

const during = (name: string, fault: Parameters<typeof trafficDuring>[2]) =>
  trafficDuring(name, { senders: members.slice(0, SENDERS), readers: members.slice(SENDERS) }, fault, () =>
    tested.system.waitReady(),
  );

export function killedReplicas(system: () => SystemUnderTest): void {
  beforeAll(async () => {
    tested = system();
    organization = await Organization.create(tested.system);
    members = await organization.addSubscribers(SUBSCRIBED_STREAM, SENDERS + READERS);
  }, 60_000);

  afterAll(() => organization?.close());

  describe('without a fault', () => {
    it('one replica executes all sends of a realm from every gateway', async () => {
      const taken = () =>
        Promise.all(
          [0, 1].map((instance) =>
            metricOf(tested.system, 'messaging', instance, 'chat_requests_total{messages.send",outcome="ok"'),
          ),
        );
      const { progress, stop } = await startSending('preferred', members.slice(0, SENDERS));
      // While they send, gateways look for replicas once a second and avoid a replica for some seconds after a short
      // stall.
      const counts = await eventually(
        async () => {
          const before = await taken();
          await progress();
          const after = await taken();
          const counts = after.map((count, instance) => count - (before[instance] as number)).sort((a, b) => a - b);
          return counts[0] === 0 ? counts : undefined;
        },
        { withinMs: 30_000, what: 'all sends to be taken by one replica' },
      );

      await stop();
      // A send that is executed before the first count may be acknowledged after it: one for each sender.
      expect(counts[1]).toBeGreaterThanOrEqual(SENDERS * (ACKNOWLEDGED_BETWEEN - 1));
    }, 60_000);
  });

  describe.each(['messaging', 'events', 'gateway', 'users', 'realm-settings'])(
    'with a replica of %s killed',
    (service) => {
      it('keeps and delivers every acknowledged message exactly once, in order', async () => {
        const accounting = await during(`kill-${service}`, async (progress) => {
          await kill(service, 0);
          await progress();
          await kill(service, 1);
        });

        expect(accounting.faults).toEqual([]);
        expect(accounting.unacknowledged).toEqual([]);
        expect(accounting.acknowledged).toBeGreaterThan(20);
      }, 120_000);
    },
  );

  describe('with Redis killed and restarted from its append-only file', () => {
    it('keeps and delivers every acknowledged message exactly once, in order', async () => {
      const accounting = await during('kill-redis', async () => {
        await kill('redis');
      });

      expect(accounting.faults).toEqual([]);
      expect(accounting.unacknowledged).toEqual([]);
      expect(accounting.acknowledged).toBeGreaterThan(20);
    }, 120_000);
  });

  describe('with PostgreSQL killed', () => {
    it('keeps and delivers every acknowledged message exactly once, in order', async () => {
      const accounting = await during('kill-postgres', async () => {
        await kill('postgres');
      });

      expect(accounting.faults).toEqual([]);
      expect(accounting.unacknowledged).toEqual([]);
      expect(accounting.acknowledged).toBeGreaterThan(20);
    }, 120_000);
  });

  describe('with a service stopped', () => {
    it('requests receive 503 as JSON within the deadline without users, and succeed after its restart', async () => {
      const { client } = members[0] as TestUser;
      const ask = () => client.call('GET', '/users');
      await Promise.all([0, 1].map((instance) => tested.system.stopProcess('users', instance)));

      const startedAt = performance.now();
      const answer = await ask();

      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({ result: 'error', code: 'SERVICE_UNAVAILABLE' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(performance.now() - startedAt).toBeLessThan(15_000);

      await Promise.all([0, 1].map((instance) => tested.system.startProcess('users', instance)));
      expect((await ask()).status).toBe(200);
    }, 120_000);
  });
}
