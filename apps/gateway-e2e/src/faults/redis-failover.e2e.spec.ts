import { join } from 'node:path';
import { SentinelSystem } from '@chat/testing';
import { makeTemporaryFolder, type RunningServer, startRedis } from '@chat/tools';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LiveQueue } from '../support/event-queue.js';
import { Organization } from '../support/organization.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';

const SEND_EVERY_MS = 50;
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
  const { client, userId } = organization.owner;
  const queue = await LiveQueue.register(client, { event_types: ['message'] });
  const statuses = new Set<number>();
  const sentIds: number[] = [];
  const send = async () => {
    const { status, body } = await client.call('POST', '/messages', { type: 'direct', to: [userId], content: 'x' });
    statuses.add(status);
    if (status === 200) sentIds.push(body.id);
    await new Promise((resolve) => setTimeout(resolve, SEND_EVERY_MS));
  };
  while (sentIds.length < SENDS) await send();

  sentinels.primary.kill('SIGKILL');
  while (sentIds.length < 2 * SENDS) await send();

  for (const id of sentIds) await queue.next((event) => event.message?.id === id);
  await queue.stop();
  expect(queue.violations).toEqual([]);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
}, 60_000);
