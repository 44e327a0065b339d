import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NoteToSelf } from '../support/note-to-self.js';
import { Organization } from '../support/organization.js';
import { ReplicatedPostgres } from '../support/replicated-postgres.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';

/** Messages before the switch, and after it. */
const SENDS = 10;

let postgres: ReplicatedPostgres;
let tested: SystemUnderTest;
let organization: Organization;

beforeAll(async () => {
  postgres = await ReplicatedPostgres.start(['synchronous_standby_names=ANY 1 (standby)']);
  const hosts = `127.0.0.1:${postgres.primary.port},127.0.0.1:${postgres.standby.port}`;
  tested = await startSystemUnderTest({ scale: {}, databaseUrl: `postgres://postgres@${hosts}/postgres` });
  organization = await Organization.create(tested.system);
}, 180_000);

afterAll(async () => {
  await organization?.close();
  await tested?.discard();
  await postgres?.stop();
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
