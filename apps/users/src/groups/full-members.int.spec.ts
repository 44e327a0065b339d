import { GetUserDirectory, RealmUpdated, Role } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { DomainEventLog } from '@chat/transport';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { REALM_ID, TEST_REALM, UsersUnderTest } from '../users-service.testing.js';

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());

it('keeps full members true to the waiting period', async () => {
  users.realm = { ...TEST_REALM, waitingPeriodThreshold: 3 };
  const ana = await users.person(Role.Member);
  const isFullMember = async () => {
    const { groups } = (await users.ask(GetUserDirectory, { realmId: REALM_ID })).state;
    return groups.find((group) => group.name === '@role:fullmembers')?.memberIds.includes(ana.userId) ?? false;
  };
  expect(await isFullMember()).toBe(false);

  users.realm = { ...TEST_REALM, waitingPeriodThreshold: 0 };
  const payload = { realm: users.realm, previous: { waitingPeriodThreshold: 3 }, actorId: null };
  const event = { sequence: 1, type: RealmUpdated.type, payload: JSON.stringify(payload) };
  await new DomainEventLog(users.redis.redis).append('realm-settings', REALM_ID, [event]);

  await eventually(isFullMember, { withinMs: 10_000 });
});
