import { join } from 'node:path';
import { SentinelSystem } from '@chat/testing';
import { makeTemporaryFolder, type RunningServer, startRedis } from '@chat/tools';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NoteToSelf } from '../support/note-to-self.js';
import { Organization } from '../support/organization.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';

/** Messages before the death of the primary, and after the failover. */
const SENDS = 10;

let program: RunningServer;
let sentinels: SentinelSystem;
let tested: SystemUnderTest;
let organization: Organization;

beforeAll(async () => {
  program = await startRedis({ folder: join(makeTemporaryFolder('chat-failover-'), 'redis') });
  sentinels = await SentinelSystem.start(program.url);
  tested = await startSystemUnderTest({ scale: {}, redisUrl: sentinels.url() });
  organization = await Organization.create(tested.system);
}, 180_000);

afterAll(async () => {
  await organization?.close();
  await tested?.discard();
  await sentinels?.stop();
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
