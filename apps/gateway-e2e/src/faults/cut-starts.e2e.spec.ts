import { CuttableProxy } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SeededRandom } from '../snapshot-fit/seeded-random.js';
import { LiveQueue } from '../support/event-queue.js';
import { Organization } from '../support/organization.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';

/** A start passes between 75 chunks to and from its servers (gateway) and 220 (messaging). */
const CUTS = 40;
const CHUNKS_BETWEEN_CUTS = 12;
const STOP_WITHIN_MS = 30_000;

let tested: SystemUnderTest;
let organization: Organization;
/** One for each start; the services stay connected by way of them. */
const proxies: CuttableProxy[] = [];
let detour: { readonly service: string; readonly env: Record<string, string> } | undefined;

beforeAll(async () => {
  tested = await startSystemUnderTest({
    scale: {},
    without: ['files', 'integrations'],
    replicaEnv: (service) => (service === detour?.service ? detour.env : {}),
  });
  organization = await Organization.create(tested.system);
}, 180_000);

afterAll(async () => {
  await organization?.close();
  await tested?.discard();
  for (const proxy of proxies) await proxy.close();
}, 60_000);

/** Starts the service anew while its connections to a server are cut: each time after so many chunks. Returns how often that was. */
async function startUnderCuts(
  service: string,
  server: 'REDIS_URL' | 'DATABASE_URL',
  gaps: readonly number[],
): Promise<number> {
  const { redisUrl, databaseUrl } = tested.system;
  const proxy = await CuttableProxy.start(server === 'REDIS_URL' ? redisUrl : databaseUrl);
  proxies.push(proxy);
  let cuts = 0;
  let passed = 0;
  // SIGINT skips the wait for clients of an orderly stop; there are none.
  await tested.system.process(service).stop(STOP_WITHIN_MS, 'SIGINT');
  detour = { service, env: { [server]: proxy.url } };
  proxy.isCutDue = () => {
    if (cuts === gaps.length || ++passed < (gaps[cuts] as number)) return false;
    passed = 0;
    cuts++;
    return true;
  };
  await tested.system.startProcess(service);
  proxy.isCutDue = () => false;
  return cuts;
}

/** Signs in, registers and receives a message, which needs every service. */
async function expectConversation(): Promise<void> {
  const queue = await LiveQueue.register(organization.owner.client);
  await organization.caughtUp(queue);
  await queue.stop();
  expect(queue.violations).toEqual([]);
}

describe('a service with connections that are cut repeatedly during its start', () => {
  it.each(
    ['users', 'realm-settings', 'messaging', 'events', 'gateway'].flatMap((service) =>
      [1, 2].map((seed) => [service, seed] as const),
    ),
  )(
    'becomes ready after short outages of Redis (%s, cuts %i)',
    async (service, seed) => {
      const random = new SeededRandom(seed);
      const gaps = Array.from({ length: CUTS }, () => 1 + random.below(CHUNKS_BETWEEN_CUTS));

      const cuts = await startUnderCuts(service, 'REDIS_URL', gaps);

      expect(cuts).toBeGreaterThan(CUTS / 4);
      await expectConversation();
    },
    120_000,
  );

  it.each(['users', 'realm-settings', 'messaging'])(
    'exits with the reason after a short outage of PostgreSQL, and becomes ready after a restart (%s)',
    async (service) => {
      const lines: string[] = [];
      const ends: (number | null)[] = [];
      const onLine = (line: string) => lines.push(line);
      const onEnded = ({ code, isExpected }: { code: number | null; isExpected: boolean }) =>
        isExpected || ends.push(code);
      tested.system.process(service).on('line', onLine).on('ended', onEnded);

      const cuts = await startUnderCuts(service, 'DATABASE_URL', [1, 4, 8]);

      tested.system.process(service).off('line', onLine).off('ended', onEnded);
      expect({ cuts, ends }).toEqual({ cuts: 3, ends: [1, 1, 1] });
      const told = lines.filter((line) => line.startsWith(`${service} cannot start: DATABASE_URL cannot be used: `));
      expect(told).toHaveLength(3);
      await expectConversation();
    },
    120_000,
  );
});
