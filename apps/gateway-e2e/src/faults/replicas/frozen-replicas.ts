import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Organization, type TestUser } from '../../support/organization.js';
import type { SystemUnderTest } from '../../support/system-under-test.js';
import { pause, SUBSCRIBED_STREAM, trafficDuring } from './traffic.js';

const SENDERS = 2;
const READERS = 8;
/** Messages come all the time, but the senders need not take both cores for half a minute: no send is under way in a frozen replica. */
const PAUSE_MS = 50;
const TRAFFIC_MS = 1_000;
/** Longer than a session of an events replica lasts without being renewed. */
const LONGER_THAN_A_LEASE_MS = 6_000;

let tested: SystemUnderTest;
let organization: Organization;
let members: TestUser[];

async function expectCompleteQueuesDuring(name: string, fault: () => Promise<void>): Promise<void> {
  const users = { senders: members.slice(0, SENDERS), readers: members.slice(SENDERS), pauseMs: PAUSE_MS };
  const { faults, acknowledged } = await trafficDuring(name, users, fault);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(10);
}

export function frozenReplicas(system: () => SystemUnderTest): void {
  beforeAll(async () => {
    tested = system();
    organization = await Organization.create(tested.system);
    members = await organization.addSubscribers(SUBSCRIBED_STREAM, SENDERS + READERS);
  }, 60_000);

  afterAll(() => organization?.close());

  describe('every queue is complete and in order', () => {
    it('when a replica of events is frozen beyond its lease and continues', async () => {
      await expectCompleteQueuesDuring('frozen', async () => {
        tested.system.kill('events', 0, 'SIGSTOP');
        await pause(LONGER_THAN_A_LEASE_MS);
        tested.system.kill('events', 0, 'SIGCONT');
        await pause(TRAFFIC_MS);
      });
    }, 120_000);

    it('when both replicas are frozen in turn', async () => {
      await expectCompleteQueuesDuring('frozen-both', async () => {
        for (const instance of [0, 1]) {
          tested.system.kill('events', instance, 'SIGSTOP');
          await pause(LONGER_THAN_A_LEASE_MS);
          tested.system.kill('events', instance, 'SIGCONT');
        }
      });
    }, 120_000);

    it('when the replicas of events are restarted one after the other', async () => {
      await expectCompleteQueuesDuring('restarted', async () => {
        for (const instance of [0, 1]) {
          await tested.system.stopProcess('events', instance);
          await pause(500);
          await tested.system.startProcess('events', instance);
        }
      });
    }, 120_000);
  });
}
