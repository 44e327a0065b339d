import { join } from 'node:path';
import { SentinelSystem } from '@chat/testing';
import { makeTemporaryFolder, type RunningServer, startRedis } from '@chat/tools';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NoteToSelf } from '../support/note-to-self.js';
import { Organization } from '../support/organization.js';
import { ReplicatedPostgres } from '../support/replicated-postgres.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';

/** Messages before a server fails, and after it. */
const SENDS = 10;

let program: RunningServer;
let sentinels: SentinelSystem;
let postgres: ReplicatedPostgres;
let tested: SystemUnderTest;
let organization: Organization;

beforeAll(async () => {
  program = await startRedis({ folder: join(makeTemporaryFolder('chat-failover-'), 'redis') });
  [sentinels, postgres] = await Promise.all([
    SentinelSystem.start(program.url),
    ReplicatedPostgres.start(['synchronous_standby_names=ANY 1 (standby)']),
  ]);
  const hosts = `127.0.0.1:${postgres.primary.port},127.0.0.1:${postgres.standby.port}`;
  tested = await startSystemUnderTest({
    ...{ scale: {}, without: ['integrations'] },
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
