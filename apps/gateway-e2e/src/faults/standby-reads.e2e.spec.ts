import { randomInt } from 'node:crypto';
import { SetStandbyReads } from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { metricOf } from '../support/metrics.js';
import { Organization } from '../support/organization.js';
import { ReplicatedPostgres } from '../support/replicated-postgres.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';

const SENDS = 60;

let postgres: ReplicatedPostgres;
let tested: SystemUnderTest;
let organization: Organization;

beforeAll(async () => {
  postgres = await ReplicatedPostgres.start();
  const { primary, standby } = postgres;
  tested = await startSystemUnderTest({
    scale: { messaging: 2, gateway: 2 },
    without: ['files', 'integrations'],
    databaseUrl: primary.url,
    env: { DATABASE_READ_URL: standby.url },
  });
  organization = await Organization.create(tested.system);
  await turnOn(organization.realmId);
}, 180_000);

afterAll(async () => {
  await organization?.close();
  await tested?.discard();
  await postgres?.stop();
}, 60_000);

async function turnOn(realmId: number): Promise<void> {
  const operator = new RedisTransportClient(tested.system.redisUrl, { name: 'tests' });
  await operator.connect();
  await operator.request(SetStandbyReads, { realmId, isOn: true }, { realmId, requestId: 'turn-on' });
  await operator.close();
}

async function readsBy(outcome: string): Promise<number> {
  const sample = `chat_database_standby_reads_total{outcome="${outcome}"}`;
  const counts = await Promise.all([0, 1].map((replica) => metricOf(tested.system, 'messaging', replica, sample)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function stopAndGoOn(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await postgres.standby.query(`SELECT pg_wal_replay_${randomInt(2) === 0 ? 'pause' : 'resume'}()`);
    await new Promise((resolve) => setTimeout(resolve, randomInt(100)));
  }
}

it('two readers see each message at once in history, while the replay of the standby stops and goes on, and after its death', async () => {
  const { client, userId } = organization.owner;
  const other = await organization.addUser('Rita Reader');
  const newest = async (reader: typeof client) => {
    const { body } = await reader.call('GET', '/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [],
    });
    return body.messages.at(-1)?.id as number;
  };
  const send = async (): Promise<number> =>
    (await client.call('POST', '/messages', { type: 'direct', to: [userId, other.userId], content: 'x' })).body.id;
  await send();
  await eventually(async () => (await newest(client)) > 0 && (await readsBy('standby')) > 0, { withinMs: 20_000 });

  const missed: unknown[] = [];
  const sendAndRead = async () => {
    const id = await send();
    const seen = await Promise.all([newest(client), newest(other.client)]);
    if (seen.some((newestId) => newestId !== id)) missed.push({ id, seen });
  };
  let isOver = false;
  const stopping = stopAndGoOn(() => isOver);
  for (let n = 0; n < SENDS; n++) await sendAndRead();
  isOver = true;
  await stopping;
  const [byStandby, behind] = [await readsBy('standby'), await readsBy('behind')];
  postgres.standby.kill();
  for (let n = 0; n < 5; n++) await sendAndRead();

  expect(missed).toEqual([]);
  expect(byStandby).toBeGreaterThan(0);
  expect(behind).toBeGreaterThan(0);
}, 120_000);
