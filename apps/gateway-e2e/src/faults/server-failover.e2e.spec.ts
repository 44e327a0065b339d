import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually, SentinelSystem } from '@chat/testing';
import { makeTemporaryFolder, type RunningServer, startRedis } from '@chat/tools';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { metricOf } from '../support/metrics.js';
import { NoteToSelf } from '../support/note-to-self.js';
import { Organization } from '../support/organization.js';
import { ReplicatedPostgres } from '../support/replicated-postgres.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';

/** Messages before a server fails, and after it. */
const SENDS = 10;
const COMMAND = fileURLToPath(new URL('../../../../tools/src/operator/chat.mjs', import.meta.url));
/** Jobs that rang, not messages that the sweep delivered. */
const ALARMS = 'chat_job_lag_seconds_count{queue="scheduled-messages"';

let program: RunningServer;
let sentinels: SentinelSystem;
let postgres: ReplicatedPostgres;
let tested: SystemUnderTest;
let organization: Organization;

beforeAll(async () => {
  program = await startRedis({ folder: join(makeTemporaryFolder('chat-failover-'), 'redis') });
  [sentinels, postgres] = await Promise.all([
    SentinelSystem.start([], { like: program.url }),
    ReplicatedPostgres.start(['synchronous_standby_names=ANY 1 (standby)']),
  ]);
  const hosts = `127.0.0.1:${postgres.primary.port},127.0.0.1:${postgres.standby.port}`;
  tested = await startSystemUnderTest({
    ...{ scale: {}, without: ['files', 'integrations'] },
    redisUrl: sentinels.url(),
    databaseUrl: `postgres://postgres@${hosts}/postgres`,
  });
  organization = await Organization.create(tested.system);
}, 180_000);

afterAll(async () => {
  await organization?.close();
  await tested?.discard();
  await Promise.all([sentinels?.stop(), postgres?.stop()]);
  await program?.stop();
}, 60_000);

it('a sender and a reader continue without action after the primary of Redis dies', async () => {
  const notes = await NoteToSelf.start(organization.owner);
  await notes.sendUntilAcknowledged(SENDS);

  sentinels.primary.kill('SIGKILL');
  await notes.sendUntilAcknowledged(2 * SENDS);

  expect(await notes.readAll()).toEqual([]);
  expect([...notes.statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
}, 60_000);

it('alarms of scheduled messages and commands of the operator find the new primary by the Sentinels', async () => {
  const { client, userId } = organization.owner;
  const before = await metricOf(tested.system, 'messaging', 0, ALARMS);
  await client.post('/scheduled_messages', {
    ...{ type: 'direct', to: [userId], content: 'later' },
    scheduled_delivery_timestamp: Math.ceil(Date.now() / 1_000) + 2,
  });

  const env = { PATH: process.env['PATH'], REDIS_URL: sentinels.url() };
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, 'list-realms'], { env });

  expect(stdout).toContain(organization.host);
  await eventually(async () => (await metricOf(tested.system, 'messaging', 0, ALARMS)) > before);
}, 60_000);

it('a sender and a reader continue without action after the primary of PostgreSQL becomes read-only and the standby is promoted', async () => {
  const notes = await NoteToSelf.start(organization.owner);
  await notes.sendUntilAcknowledged(SENDS);

  await postgres.primary.set('default_transaction_read_only', 'on');
  while ((await notes.send()) === 200);
  await postgres.standby.query('SELECT pg_promote()');
  await notes.sendUntilAcknowledged(2 * SENDS);

  expect(await notes.readAll()).toEqual([]);
  expect([...notes.statuses].sort()).toEqual([200, 503]);
}, 60_000);
