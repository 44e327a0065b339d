import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Organization, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

/** Each on a connection of its own, so that they reach both gateways and, behind them, both replicas of the services. */
const AT_ONCE = 8;
const ROUNDS = 4;

let system: SharedSystem;
let organization: Organization;
let ana: TestUser;
let ben: TestUser;
let owner: TestUser;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  owner = organization.owner;
  [ana, ben] = (await organization.addMembers(2)) as [TestUser, TestUser];
  const guest = await organization.addUser('Gus Guest', Role.Guest);
  await owner.client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'general' }],
    principals: [owner.userId, ana.userId, ben.userId, guest.userId],
  });
}, 180_000);

afterAll(async () => {
  // Throws if a response broke its schema.
  await organization?.close();
}, 60_000);

const TYPES = {
  fetch_event_types: ['realm_user', 'realm_user_groups', 'stream', 'subscription', 'realm'],
  event_types: [],
};

/** Simultaneous registrations through any gateway; most of them use lists from the gateway's cache. */
async function registrations(user: TestUser) {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => user.client.call('POST', '/register', TYPES)),
  );
  return answers.map(({ status, body }) => {
    expect(status).toBe(200);
    return body;
  });
}

type Named = { readonly name?: string; readonly full_name?: string };
const names = (list: readonly Named[]) => list.map(({ name, full_name }) => name ?? full_name);

describe('the lists of a registration', () => {
  it('show earlier changes on every gateway and replica', async () => {
    for (const user of [ana, owner]) await registrations(user);
    for (let round = 0; round < ROUNDS; round++) {
      const name = `of round ${round}`;
      await owner.client.patch(`/users/${ben.userId}`, { full_name: `Ben ${name}` });
      await owner.client.post('/user_groups/create', { name: `group ${name}`, description: '', members: [ben.userId] });
      await owner.client.post('/users/me/subscriptions', { subscriptions: [{ name: `stream ${name}` }] });
      await owner.client.post('/users/me/subscriptions', {
        subscriptions: [{ name: `hidden ${name}` }],
        invite_only: true,
      });
      await owner.client.patch('/realm', { description: `Realm ${name}` });

      for (const body of [...(await registrations(ana)), ...(await registrations(owner))]) {
        const people = body.realm_users as { user_id: number; full_name: string }[];
        expect(people.find(({ user_id }) => user_id === ben.userId)?.full_name).toBe(`Ben ${name}`);
        expect(names(body.realm_user_groups)).toContain(`group ${name}`);
        expect(names(body.streams)).toContain(`stream ${name}`);
        expect(names(body.streams).includes(`hidden ${name}`)).toBe(body.is_owner);
        expect(body.realm_description).toBe(`Realm ${name}`);
        const ids = people.map(({ user_id }) => user_id);
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      }
    }
  }, 60_000);
});
