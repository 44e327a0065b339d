import {
  type ActorOf,
  type Endpoint,
  getRealmPresence,
  getUserPresence,
  getUserPresenceByEmail,
  type ParametersOf,
  type Principal,
  requestOf,
  updatePresence,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventsReplica, startEventsReplica } from '../testing/events-replicas.js';
import { REALM_ID } from '../testing/fake-organization.js';
import { type Scene, startScene } from '../testing/scene.js';

let scene: Scene;
let redis: Scene['redis'];
let organization: Scene['organization'];
let client: Scene['client'];
let replica: EventsReplica;
let ana: Principal;

beforeEach(async () => {
  scene = await startScene();
  ({ redis, organization, client } = scene);
  ana = organization.user(1);
  organization.user(2);
  replica = await startEventsReplica(redis.url);
});

afterEach(async () => {
  await replica.stop();
  await scene.close();
});

const context = { realmId: REALM_ID, requestId: 'test' };
const call = <E extends Endpoint>(endpoint: E, actor: ActorOf<E>, parameters: ParametersOf<E>) =>
  client.client.request(requestOf(endpoint), { actor, parameters }, context);
const update = (actor: Principal, status: 'active' | 'idle', pingOnly = false) =>
  call(updatePresence, actor, { status, pingOnly, newUserInput: false, slimPresence: true });
const ofUser = (userId: number) => call(getUserPresence, ana, { userId });

describe('presence', () => {
  it('is the last reported one, in both forms', async () => {
    expect(await update(ana, 'active')).toMatchObject({
      presences: { 1: { active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) } },
      server_timestamp: expect.any(Number),
    });
    const legacy = await call(getRealmPresence, ana, {});
    expect(legacy.presences).toEqual({
      'user1@example.com': {
        aggregated: { client: 'website', status: 'active', timestamp: expect.any(Number) },
        website: { client: 'website', status: 'active', timestamp: expect.any(Number), pushable: false },
      },
    });
    expect(await update(ana, 'idle', true)).toEqual({});
    expect(await redis.redis.ttl(`presence:${REALM_ID}`)).toBeGreaterThan(1_000_000);
  });

  it('has both times; a user that was only ever idle was active when joining', async () => {
    const cem = organization.user(3, { joinedAtSeconds: 1_600_000_000 });

    expect(await update(cem, 'idle')).toMatchObject({
      presences: { 3: { active_timestamp: 1_600_000_000, idle_timestamp: expect.any(Number) } },
    });
    expect(await ofUser(3)).toMatchObject({ presence: { aggregated: { status: 'idle' } } });
  });

  it('of one user is found by id and by address', async () => {
    await update(ana, 'active', true);
    const presence = {
      aggregated: { status: 'active', timestamp: expect.any(Number) },
      website: { status: 'active', timestamp: expect.any(Number) },
    };

    expect(await ofUser(1)).toEqual({ presence });
    expect(await call(getUserPresenceByEmail, ana, { email: 'USER1@example.com' })).toEqual({ presence });
    await expect(ofUser(2)).rejects.toThrow('No presence data for 2');
    await expect(ofUser(99)).rejects.toThrow('No such user');
  });

  it('is stored neither for bots nor for users that hide it', async () => {
    const settings = {
      translateEmoticons: false,
      enableDraftsSynchronization: true,
      sendReadReceipts: true,
      wildcardMentionsNotify: true,
      presenceEnabled: false,
    };
    const shy = organization.user(3, { settings });
    const bot = organization.user(4, { isBot: true });

    await expect(update(bot, 'active')).rejects.toThrow('This endpoint does not accept bot requests.');
    expect(await update(shy, 'active')).toMatchObject({ presences: {} });
  });

  it('is published once to all users when a user comes online', async () => {
    const ben = organization.user(2);
    const [full, slim] = [await client.register(ben), await client.register(ben, { slimPresence: true })];

    await update(ana, 'active', true);
    await update(ana, 'active', true);

    const [event, ...rest] = await client.readUntil(ben, full, 1);
    expect(event).toEqual({
      id: 0,
      type: 'presence',
      user_id: 1,
      email: 'user1@example.com',
      server_timestamp: expect.any(Number),
      presence: { website: { client: 'website', status: 'active', timestamp: expect.any(Number), pushable: false } },
    });
    expect(rest).toEqual([]);
    const [slimEvent] = await client.readUntil(ben, slim, 1);
    expect(slimEvent).not.toHaveProperty('email');
  });

  it('is published to all users when a user becomes idle and active again', async () => {
    const ben = organization.user(2);
    const queueId = await client.register(ben);
    const now = Math.floor(Date.now() / 1_000);
    await redis.redis.hset(`presence:${REALM_ID}`, '1', `${now - 70} ${now - 60}`);

    expect(await update(ana, 'idle')).toMatchObject({ presences: { 1: { active_timestamp: now - 70 } } });
    const [idle] = await client.readUntil(ben, queueId, 1);
    expect(idle).toMatchObject({ user_id: 1, presence: { website: { status: 'idle' } } });

    await update(ana, 'active');
    const [, active] = await client.readUntil(ben, queueId, 2);
    expect(active).toMatchObject({ user_id: 1, presence: { website: { status: 'active' } } });
    expect(await ofUser(1)).toMatchObject({ presence: { aggregated: { status: 'active' } } });
  });

  it('is visible to the next request', async () => {
    const ben = organization.user(2);

    await update(ana, 'active');

    expect(await update(ben, 'active')).toMatchObject({ presences: { 1: {}, 2: {} } });
  });

  it('is hidden if the realm disables it', async () => {
    organization.isPresenceDisabled = true;

    expect(await update(ana, 'active')).toMatchObject({ presences: {} });
    await eventually(async () => (await redis.redis.hlen(`presence:${REALM_ID}`)) === 1);
    await expect(ofUser(1)).rejects.toThrow('No presence data for 1');
  });
});
