import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Organization, type TestUser } from './support/organization.js';
import { sharedSystem } from './support/shared-system.js';

/*
 * The effects of an acknowledged write in other services are visible at once, so every read comes directly after the
 * write and is not repeated. Each test runs several times, because one run rarely shows a short delay.
 */
const TIMES = 5;

let organization: Organization;
let owner: TestUser;
let ana: TestUser;
let ben: TestUser;

beforeAll(async () => {
  organization = await Organization.create(await sharedSystem());
  owner = organization.owner;
  ana = await organization.addUser('Ana Author');
  ben = await organization.addUser('Ben Builder');
}, 180_000);
afterAll(async () => {
  // Throws if a response or event broke its schema.
  await organization?.close();
}, 60_000);

async function repeatedly(attempt: (name: string) => Promise<void>): Promise<void> {
  for (let time = 1; time <= TIMES; time++) await attempt(`take ${time}`);
}

async function stream(name: string, members: readonly TestUser[]): Promise<number> {
  const principals = members.map(({ userId }) => userId);
  await owner.client.post('/users/me/subscriptions', { subscriptions: [{ name }], principals });
  return (await owner.client.get('/get_stream_id', { stream: name })).stream_id;
}

const sendTo = async (sender: TestUser, streamId: number): Promise<number> =>
  (await sender.client.post('/messages', { type: 'stream', to: streamId, topic: 'x', content: 'Hello' })).id;
const stateOf = (user: TestUser, ...types: string[]) =>
  user.client.post('/register', { fetch_event_types: types, event_types: [] });
const unreadIn = async (user: TestUser, streamId: number): Promise<number[]> => {
  const { unread_msgs } = await stateOf(user, 'message', 'update_message_flags');
  const topics = unread_msgs.streams.filter(({ stream_id }: { stream_id: number }) => stream_id === streamId);
  return topics.flatMap(({ unread_message_ids }: { unread_message_ids: number[] }) => unread_message_ids);
};
const flagsOf = async (user: TestUser, messageId: number): Promise<string[]> =>
  (await user.client.get(`/messages/${messageId}`)).message.flags;

describe('the event of an acknowledged write', () => {
  it('is in the response to a non-blocking poll', async () => {
    const { queue_id } = await ben.client.post('/register', { event_types: ['message', 'user_group', 'stream'] });
    let last_event_id = -1;
    const look = async (): Promise<string[]> => {
      const { events } = await ben.client.get('/events', { queue_id, last_event_id, dont_block: true });
      last_event_id = events.at(-1)?.id ?? last_event_id;
      const types: string[] = events.map(({ type }: { type: string }) => type);
      return [...new Set(types)];
    };
    const seen: string[][] = [];

    await repeatedly(async (name) => {
      await ana.client.post('/messages', { type: 'direct', to: [ben.userId], content: 'Hello' });
      seen.push(await look());
      await owner.client.post('/user_groups/create', { name, description: '', members: [ana.userId] });
      seen.push(await look());
      await stream(name, [ana]);
      seen.push(await look());
    });

    expect(seen).toEqual(Array.from({ length: TIMES }, () => [['message'], ['user_group'], ['stream']]).flat());
  });
});

describe('unread messages', () => {
  it('end with the subscription', async () => {
    await repeatedly(async (name) => {
      const streamId = await stream(`left, ${name}`, [ana, ben]);
      const messageId = await sendTo(ana, streamId);
      expect(await unreadIn(ben, streamId)).toContain(messageId);

      await ben.client.delete('/users/me/subscriptions', { subscriptions: [`left, ${name}`] });

      expect(await unreadIn(ben, streamId)).toEqual([]);
      expect(await flagsOf(ben, messageId)).toContain('read');
    });
  });

  it('are read once their author is muted', async () => {
    const streamId = await stream('muted', [ana, ben]);
    await repeatedly(async () => {
      const messageId = await sendTo(ana, streamId);
      expect(await unreadIn(ben, streamId)).toContain(messageId);

      await ben.client.post(`/users/me/muted_users/${ana.userId}`);

      expect(await unreadIn(ben, streamId)).not.toContain(messageId);
      expect(await flagsOf(ben, messageId)).toContain('read');
      await ben.client.delete(`/users/me/muted_users/${ana.userId}`);
    });
  });
});

it('a new public stream is in the next list of streams of a member', async () => {
  await owner.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'engineering' }] });

  expect((await ana.client.get('/streams')).streams).toContainEqual(expect.objectContaining({ name: 'engineering' }));
});

it('notices never go to an archived stream', async () => {
  await repeatedly(async (name) => {
    const streamId = await stream(`notices, ${name}`, [ana]);
    await owner.client.patch('/realm', { notifications_stream_id: streamId, signup_notifications_stream_id: streamId });

    await owner.client.delete(`/streams/${streamId}`);

    expect(await stateOf(ben, 'realm')).toMatchObject({
      realm_notifications_stream_id: -1,
      realm_signup_notifications_stream_id: -1,
    });
  });
});

it('a member is a full member once the waiting period is over', async () => {
  const fullMembers = async (): Promise<number[]> => {
    const { user_groups } = await ben.client.get('/user_groups');
    return user_groups.find(({ name }: { name: string }) => name === '@role:fullmembers').members;
  };
  await repeatedly(async () => {
    await owner.client.patch('/realm', { waiting_period_threshold: 30 });
    expect(await fullMembers()).not.toContain(ana.userId);
    await owner.client.patch('/realm', { waiting_period_threshold: 0 });
    expect(await fullMembers()).toContain(ana.userId);
  });
});

it('an added or removed group member has been notified', async () => {
  await owner.client.post('/user_groups/create', { name: 'told', description: '', members: [owner.userId] });
  const { user_groups } = await owner.client.get('/user_groups');
  const { id } = user_groups.find(({ name }: { name: string }) => name === 'told');
  const lastOf = async (user: TestUser): Promise<string> => {
    const page = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
    return (await user.client.get('/messages', page)).messages[0]?.content;
  };
  await repeatedly(async () => {
    await owner.client.post(`/user_groups/${id}/members`, { add: [ana.userId] });
    expect(await lastOf(ana)).toMatch(/added you to the group/);
    await owner.client.post(`/user_groups/${id}/members`, { delete: [ana.userId] });
    expect(await lastOf(ana)).toMatch(/removed you from the group/);
  });
});

it('a deactivated user is absent everywhere, and a reactivated user is back everywhere', async () => {
  const streamId = await stream('coming and going', [ana, ben]);
  const cem = await organization.addUser('Cem Comes', Role.Moderator);
  await owner.client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'coming and going' }],
    principals: [cem.userId],
  });
  const lists = async () => {
    const { subscribers } = await ben.client.get(`/streams/${streamId}/members`);
    const { members } = await ben.client.get('/users');
    const { is_active } = members.find(({ user_id }: { user_id: number }) => user_id === cem.userId);
    const { subscriptions } = await ben.client.post('/register', {
      fetch_event_types: ['subscription'],
      event_types: [],
      include_subscribers: true,
    });
    const own = subscriptions.find(({ stream_id }: { stream_id: number }) => stream_id === streamId);
    return [subscribers.includes(cem.userId), is_active, own.subscribers.includes(cem.userId)];
  };
  await repeatedly(async () => {
    await owner.client.delete(`/users/${cem.userId}`);
    expect(await lists()).toEqual([false, false, false]);
    expect((await cem.client.call('GET', '/users/me')).status).toBe(401);
    await owner.client.post(`/users/${cem.userId}/reactivate`);
    expect(await lists()).toEqual([true, true, true]);
    expect((await cem.client.call('GET', '/users/me')).status).toBe(200);
  });
});
