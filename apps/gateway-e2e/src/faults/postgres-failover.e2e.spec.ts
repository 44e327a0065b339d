import { join } from 'node:path';
import { startPostgresServer, type TestPostgresServer } from '@chat/testing';
import { makeTemporaryFolder, type RunningPostgres, startPostgres } from '@chat/tools';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LiveQueue } from '../support/event-queue.js';
import { Organization } from '../support/organization.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';

const SEND_EVERY_MS = 50;
/** Messages before the switch, and after it. */
const SENDS = 10;

let program: RunningPostgres;
let primary: TestPostgresServer;
let standby: TestPostgresServer;
let tested: SystemUnderTest;
let organization: Organization;

beforeAll(async () => {
  program = await startPostgres({ folder: join(makeTemporaryFolder('chat-failover-'), 'postgres') });
  primary = await startPostgresServer(['max_connections=200', 'synchronous_standby_names=ANY 1 (standby)'], {
    like: program.adminUrl,
  });
  standby = await startPostgresServer(['max_connections=200'], { like: program.adminUrl, standbyOf: primary });
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
  tested = await startSystemUnderTest({ scale: {}, databaseUrl: `postgres://postgres@${hosts}/postgres` });
  organization = await Organization.create(tested.system);
}, 180_000);

afterAll(async () => {
  await organization?.close();
  await tested?.discard();
  await standby?.stop();
  await primary?.stop();
  await program?.stop();
}, 60_000);

it('a sender and a reader continue without action after the primary of PostgreSQL becomes read-only and the standby is promoted', async () => {
  const { client, userId } = organization.owner;
  const queue = await LiveQueue.register(client, { event_types: ['message'] });
  const statuses = new Set<number>();
  const sentIds: number[] = [];
  const send = async () => {
    const { status, body } = await client.call('POST', '/messages', { type: 'direct', to: [userId], content: 'x' });
    statuses.add(status);
    if (status === 200) sentIds.push(body.id);
    await new Promise((resolve) => setTimeout(resolve, SEND_EVERY_MS));
    return status;
  };
  while (sentIds.length < SENDS) await send();

  await primary.set('default_transaction_read_only', 'on');
  while ((await send()) === 200);
  await standby.query('SELECT pg_promote()');
  while (sentIds.length < 2 * SENDS) await send();

  for (const id of sentIds) await queue.next((event) => event.message?.id === id);
  await queue.stop();
  expect(queue.violations).toEqual([]);
  expect([...statuses].sort()).toEqual([200, 503]);
}, 60_000);
