import {
  GetRealmAccounts,
  type LoggedEvent,
  type RealmRecord,
  RealmUpdated,
  type RealmUpdatedPayload,
  Role,
  UpdateFullMembers,
} from '@chat/contracts';
import { DomainEventLog } from '@chat/event-log';
import { Database, openDataSource, type PooledDataSource } from '@chat/persistence';
import type { RepeatedJobs, ServiceResources } from '@chat/service-kit';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

const waitingForLock = () =>
  users.sql(
    `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );

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
    // The replica of the request, and the replica of the event.
    await eventually(async () => (await waitingForLock()).length === 2);
    await other.query('COMMIT');

    await asked;

    const isProvisional = 'SELECT is_provisional AS "isProvisional" FROM account WHERE user_id = $1';
    expect(await users.sql(isProvisional, [ana.userId])).toEqual([{ isProvisional: true }]);
  } finally {
    await other.end();
  }
});

describe('the event of a changed waiting period', () => {
  let dataSource: PooledDataSource;
  beforeAll(async () => {
    const settings = { ...USERS.database, databaseUrl: users.database.url, applicationName: 'test' };
    dataSource = openDataSource(settings);
    await dataSource.initialize();
  });
  afterAll(() => dataSource.destroy());

  /** A replica that reads the realm with `get`. */
  function replica(get: () => Promise<RealmRecord>): FullMembersService {
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    const database = new Database('users', dataSource, new DomainEventLog(users.redis.redis), logger);
    const resources = { reader: { waitUntilLatest: async () => {} }, logger } as unknown as ServiceResources;
    return new FullMembersService(database, { get } as Partial<Realms> as Realms, resources, {} as RepeatedJobs);
  }
  const realmWith = (waitingPeriodThreshold: number): RealmRecord => ({ ...TEST_REALM, waitingPeriodThreshold });
  const eventOf = (now: number, previous: number) =>
    ({
      ...RealmUpdated.of({
        realm: realmWith(now),
        previous: { waitingPeriodThreshold: previous },
        actorId: null,
      }),
      realmId: REALM_ID,
    }) as LoggedEvent<RealmUpdatedPayload>;
  async function fullMembers(): Promise<number> {
    const [row] = await users.sql<{ full: string }>(
      'SELECT count(*) AS full FROM account WHERE NOT is_provisional AND NOT is_system_bot',
    );
    return Number(row?.full);
  }

  it('applies the current period if it comes late', async () => {
    const service = replica(async () => realmWith(3));

    await service.onEvent(eventOf(3, 0));
    await service.onEvent(eventOf(0, 5));

    expect(await fullMembers()).toBe(0);
  });

  it('leaves the latest period if two replicas handle two changes at the same time', async () => {
    let current = realmWith(5);
    let hasRead = false;
    let goOn = () => {};
    const isDelayed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = replica(async () => {
      const read = current;
      hasRead = true;
      await isDelayed;
      return read;
    });
    const fast = replica(async () => current);

    const first = slow.onEvent(eventOf(5, 0));
    await eventually(() => hasRead);
    current = realmWith(0);
    let isSecondDone = false;
    const second = fast.onEvent(eventOf(0, 5)).then(() => {
      isSecondDone = true;
    });
    await eventually(async () => isSecondDone || (await waitingForLock()).length === 1);
    goOn();
    await Promise.all([first, second]);

    const [row] = await users.sql<{ all: string }>('SELECT count(*) AS all FROM account WHERE NOT is_system_bot');
    expect(await fullMembers()).toBe(Number(row?.all));
  });
});
