import {
  GetRealmAccounts,
  type LoggedEvent,
  RealmUpdated,
  type RealmUpdatedPayload,
  Role,
  UpdateFullMembers,
} from '@chat/contracts';
import { DomainEventLog } from '@chat/event-log';
import { Database, openDataSource } from '@chat/persistence';
import type { ServiceResources } from '@chat/service-kit';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Realms } from '../realm/realms.js';
import { REALM_ID, TEST_REALM, UsersUnderTest } from '../testing/users-under-test.js';
import { USERS } from '../users.options.js';
import { FullMembersService } from './full-members.service.js';

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());

it('members become full members after the waiting period', async () => {
  users.realm = { ...TEST_REALM, waitingPeriodThreshold: 3 };
  const ana = await users.person(Role.Member);
  const isFullMember = async () => {
    const { groups } = (await users.ask(GetRealmAccounts, { realmId: REALM_ID })).state;
    return groups.find((group) => group.name === '@role:fullmembers')?.memberIds.includes(ana.userId) ?? false;
  };
  expect(await isFullMember()).toBe(false);

  await users.changeRealm({ waitingPeriodThreshold: 0 });

  await eventually(isFullMember);
});

it('the response waits for changes that another replica has begun', async () => {
  const ana = await users.person(Role.Member);
  const other = new pg.Client({ connectionString: users.database.url, options: `-c search_path=users` });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query(`SELECT pg_advisory_xact_lock(hashtextextended('full members:' || $1::text, 0))`, [REALM_ID]);
    await users.changeRealm({ waitingPeriodThreshold: 5 });
    const asked = users.ask(UpdateFullMembers, { realmId: REALM_ID });
    const waiting = () =>
      users.sql(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
    // The replica of the request, and the replica of the event.
    await eventually(async () => (await waiting()).length === 2);
    await other.query('COMMIT');

    await asked;

    const isProvisional = 'SELECT is_provisional AS "isProvisional" FROM account WHERE user_id = $1';
    expect(await users.sql(isProvisional, [ana.userId])).toEqual([{ isProvisional: true }]);
  } finally {
    await other.end();
  }
});

it('a late event applies the current waiting period', async () => {
  const dataSource = await openDataSource({
    ...USERS.database,
    databaseUrl: users.database.url,
    applicationName: 'test',
  }).initialize();
  try {
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    const database = new Database('users', dataSource, new DomainEventLog(users.redis.redis), logger);
    const holds = { get: async () => ({ ...TEST_REALM, waitingPeriodThreshold: 3 }) };
    const resources = { reader: { waitUntilApplied: () => undefined }, logger } as unknown as ServiceResources;
    const fullMembers = new FullMembersService(database, holds as Partial<Realms> as Realms, resources);
    const eventOf = (now: number, previous: number) =>
      ({
        ...RealmUpdated.of({
          realm: { ...TEST_REALM, waitingPeriodThreshold: now },
          previous: { waitingPeriodThreshold: previous },
          actorId: null,
        }),
        realmId: REALM_ID,
      }) as LoggedEvent<RealmUpdatedPayload>;

    await fullMembers.onEvent(eventOf(3, 0));
    await fullMembers.onEvent(eventOf(0, 5));

    const [row] = await users.sql<{ full: string }>(
      'SELECT count(*) AS full FROM account WHERE NOT is_provisional AND NOT is_system_bot',
    );
    expect(Number(row?.full)).toBe(0);
  } finally {
    await dataSource.destroy();
  }
});
