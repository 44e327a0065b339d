import { once } from 'node:events';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveQueue } from '../../support/event-queue.js';
import { account, RecordingSender, waitForArrival } from '../../support/ledger.js';
import { metricOf } from '../../support/metrics.js';
import { Organization, type TestUser } from '../../support/organization.js';
import type { SystemUnderTest } from '../../support/system-under-test.js';

const SENDERS = 4;
const READERS = 6;
/** Of each sender before a fault, and between two: so that there is traffic before, during and after it. */
const ACKNOWLEDGED_BETWEEN = 25;
/** Senders continue this long after the last fault, so that late and repeated messages become visible. */
const TRAFFIC_MS = 1_500;
const ARRIVAL_WITHIN_MS = 40_000;
/** The goal is 1.5 s; the rest is for the start of the next replica, which takes a whole core. A deadline is 5 s. */
const LONGEST_WAIT_MS = 2_500;

let tested: SystemUnderTest;
let organization: Organization;
let members: TestUser[];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the process has ended by it, so that waiting until all are ready waits for its next start. */
async function kill(service: string, instance = 0): Promise<void> {
  const ended = once(tested.system.process(service, instance), 'ended');
  tested.system.kill(service, instance);
  await ended;
}

/**
 * Runs senders and readers during `fault`, waits until everything has settled, and compares sent with received
 * messages. The argument of `fault` waits until every sender has made progress.
 */
async function trafficDuring(name: string, fault: (traffic: () => Promise<unknown>) => Promise<void>) {
  const queues = await Promise.all(
    members.slice(SENDERS).map((member) => LiveQueue.register(member.client, { event_types: ['message'] })),
  );
  const senders = await Promise.all(
    members.slice(0, SENDERS).map((member, n) => RecordingSender.create(member.client, `${name}-${n}`)),
  );
  const sending = senders.map((sender) => sender.run('engine', name));
  const traffic = () => Promise.all(senders.map((sender) => sender.acknowledgedMore(ACKNOWLEDGED_BETWEEN)));

  await traffic();
  await fault(traffic);
  await pause(TRAFFIC_MS);
  for (const sender of senders) sender.stop();
  await Promise.all(sending);
  await waitForArrival(senders, queues, ARRIVAL_WITHIN_MS);

  const accounting = account(senders, queues);
  await Promise.all(queues.map((queue) => queue.stop()));
  return accounting;
}

/** Tests with replicas and servers that are killed or stopped. */
export function killedReplicas(system: () => SystemUnderTest): void {
  beforeAll(async () => {
    tested = system();
    organization = await Organization.create(tested.system);
    members = await organization.addSubscribers('engine', SENDERS + READERS);
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
      const senders = await Promise.all(
        members.slice(0, SENDERS).map((member, n) => RecordingSender.create(member.client, `home-${n}`)),
      );
      const sending = senders.map((sender) => sender.run('engine', 'home'));
      const more = () => Promise.all(senders.map((sender) => sender.acknowledgedMore(ACKNOWLEDGED_BETWEEN)));
      // While they send, gateways look for replicas once a second and avoid a replica for some seconds after a short
      // stall.
      const counts = await eventually(
        async () => {
          const before = await taken();
          await more();
          const after = await taken();
          const counts = after.map((count, instance) => count - (before[instance] as number)).sort((a, b) => a - b);
          return counts[0] === 0 ? counts : undefined;
        },
        { withinMs: 30_000, what: 'all sends to be taken by one replica' },
      );

      for (const sender of senders) sender.stop();
      await Promise.all(sending);
      // A send that is executed before the first count may be acknowledged after it: one for each sender.
      expect(counts[1]).toBeGreaterThanOrEqual(SENDERS * (ACKNOWLEDGED_BETWEEN - 1));
    }, 60_000);
  });

  describe.each(['messaging', 'events', 'gateway', 'users', 'realm-settings'])(
    'with a replica of %s killed',
    (service) => {
      it('keeps and delivers every acknowledged message exactly once, in order', async () => {
        const accounting = await trafficDuring(`kill-${service}`, async (traffic) => {
          await kill(service, 0);
          await traffic();
          await kill(service, 1);
          await tested.system.waitReady();
        });

        expect(accounting.faults).toEqual([]);
        expect(accounting.unacknowledged).toEqual([]);
        expect(accounting.acknowledged).toBeGreaterThan(20);
      }, 120_000);
    },
  );

  describe('with one of two replicas of messaging killed', () => {
    it('a send that the replica had started succeeds long before its deadline', async () => {
      const senders = await Promise.all(
        members.slice(0, SENDERS).map((member, n) => RecordingSender.create(member.client, `wait-${n}`)),
      );
      const sending = senders.map((sender) => sender.run('engine', 'wait'));
      const traffic = () => Promise.all(senders.map((sender) => sender.acknowledgedMore(ACKNOWLEDGED_BETWEEN)));
      for (const instance of [0, 1]) {
        await traffic();
        await kill('messaging', instance);
        await traffic();
        await tested.system.waitReady();
      }
      for (const sender of senders) sender.stop();
      await Promise.all(sending);

      const waits = senders.flatMap(({ sends }) => sends.map(({ waitedMs }) => waitedMs ?? Number.POSITIVE_INFINITY));
      expect(Math.max(...waits)).toBeLessThan(LONGEST_WAIT_MS);
    }, 120_000);
  });

  describe('with Redis killed and restarted from its append-only file', () => {
    it('keeps and delivers every acknowledged message exactly once, in order', async () => {
      const accounting = await trafficDuring('kill-redis', async () => {
        await kill('redis');
        await tested.system.waitReady();
      });

      expect(accounting.faults).toEqual([]);
      expect(accounting.unacknowledged).toEqual([]);
      expect(accounting.acknowledged).toBeGreaterThan(20);
    }, 120_000);
  });

  describe('with PostgreSQL killed', () => {
    it('keeps and delivers every acknowledged message exactly once, in order', async () => {
      const accounting = await trafficDuring('kill-postgres', async () => {
        await kill('postgres');
        await tested.system.waitReady();
      });

      expect(accounting.faults).toEqual([]);
      expect(accounting.unacknowledged).toEqual([]);
      expect(accounting.acknowledged).toBeGreaterThan(20);
    }, 120_000);
  });

  describe('with a service stopped', () => {
    it.each(['messaging', 'users'])(
      'requests receive 503 as JSON within the deadline without %s, and succeed after its restart',
      async (service) => {
        const { client } = members[0] as TestUser;
        const ask = () =>
          service === 'messaging'
            ? client.call('POST', '/messages', { type: 'stream', to: 'engine', topic: 'stopped', content: 'x' })
            : client.call('GET', '/users');
        await Promise.all([0, 1].map((instance) => tested.system.stopProcess(service, instance)));

        const startedAt = performance.now();
        const answer = await ask();

        expect(answer.status).toBe(503);
        expect(answer.body).toMatchObject({ result: 'error', code: 'SERVICE_UNAVAILABLE' });
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(performance.now() - startedAt).toBeLessThan(15_000);

        await Promise.all([0, 1].map((instance) => tested.system.startProcess(service, instance)));
        expect((await ask()).status).toBe(200);
      },
      120_000,
    );
  });
}
