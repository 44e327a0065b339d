import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiResponse } from './support/api-client.js';
import { LiveQueue } from './support/event-queue.js';
import { Organization, TEST_PASSWORD, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

/** Each on a connection of its own, so that they reach both gateways and, behind them, both replicas of the services. */
const AT_ONCE = 16;

let system: SharedSystem;
let organization: Organization;
let ana: TestUser;
let ben: TestUser;
let owner: TestUser;
/** Event queue of the owner. */
let queue: LiveQueue;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  owner = organization.owner;
  [ana, ben] = (await organization.addMembers(2)) as [TestUser, TestUser];
  await owner.client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'general' }],
    principals: [owner.userId, ana.userId, ben.userId],
  });
  queue = await LiveQueue.register(owner.client, { client_capabilities: { linkifier_url_template: true } });
}, 180_000);

afterAll(async () => {
  await queue?.stop();
  await organization?.close();
}, 60_000);

const atOnce = (call: (n: number) => Promise<ApiResponse>): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => call(n)));

/** Counts of the outcomes: `success`, or status and message of the error. */
function tally(answers: readonly ApiResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const said = status === 200 ? 'success' : `${status} ${body.msg}`;
    counts[said] = (counts[said] ?? 0) + 1;
  }
  return counts;
}

/** The owner's events for which `test` holds, once everything that was caused before has arrived. */
async function eventsOf(test: (event: LiveQueue['events'][number]) => boolean) {
  await organization.caughtUp(queue);
  expect(queue.violations).toEqual([]);
  return queue.events.filter(test);
}

describe('sixteen identical requests at once', () => {
  it('create one account for an email address in any letter case', async () => {
    const email = `twin@${organization.host}`;
    const answers = await atOnce((n) =>
      owner.client.call('POST', '/users', {
        email: n % 2 === 0 ? email : email.toUpperCase(),
        full_name: 'Twin',
        password: TEST_PASSWORD,
      }),
    );

    const said = tally(answers);
    expect(said.success).toBe(1);
    expect(
      Object.keys(said).filter((each) => each !== 'success' && !/^400 Email '.*' already in use/.test(each)),
    ).toEqual([]);
    const { members } = await ben.client.get('/users');
    expect(members.filter((member: { full_name: string }) => member.full_name === 'Twin')).toHaveLength(1);
    const added = await eventsOf(
      ({ type, op, person }) => type === 'realm_user' && op === 'add' && person.full_name === 'Twin',
    );
    expect(added).toHaveLength(1);
  });

  it('create one stream for a name in any letter case and Unicode form', async () => {
    const names = ['Ångström', 'ångström', 'A\u030angstro\u0308m', 'ÅNGSTRÖM'];
    const answers = await atOnce((n) =>
      [ana, ben, owner][n % 3]!.client.call('POST', '/users/me/subscriptions', {
        subscriptions: [{ name: names[n % names.length] as string }],
      }),
    );

    expect(tally(answers)).toEqual({ success: AT_ONCE });
    const { streams } = await owner.client.get('/streams');
    const made = streams.filter(({ name }: { name: string }) =>
      names.map((each) => each.normalize('NFKC').toLowerCase()).includes(name.normalize('NFKC').toLowerCase()),
    );
    expect(made).toHaveLength(1);
    const created = await eventsOf(({ type, op }) => type === 'stream' && op === 'create');
    expect(created.flatMap(({ streams: each }) => each)).toHaveLength(1);
  });

  it('send one message if they carry the same local id', async () => {
    const answers = await atOnce(() =>
      owner.client.call('POST', '/messages', {
        type: 'stream',
        to: 'general',
        topic: 'retries',
        content: 'Only once',
        queue_id: queue.queueId,
        local_id: 'retry-1',
      }),
    );

    expect(tally(answers)).toEqual({ success: AT_ONCE });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const sent = await eventsOf(({ type, message }) => type === 'message' && message.subject === 'retries');
    expect(sent.map(({ local_message_id }) => local_message_id)).toEqual(['retry-1']);
  });

  it('send sixteen messages with the same text if they carry no local id', async () => {
    const answers = await atOnce(() =>
      ana.client.call('POST', '/messages', { type: 'stream', to: 'general', topic: 'equal', content: 'Again' }),
    );

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(AT_ONCE);
    const sent = await eventsOf(({ type, message }) => type === 'message' && message.subject === 'equal');
    expect(sent).toHaveLength(AT_ONCE);
  });

  it('add a reaction once and remove it once', async () => {
    const { id } = await ana.client.post('/messages', {
      type: 'stream',
      to: 'general',
      topic: 'reactions',
      content: 'x',
    });
    const added = await atOnce(() => ben.client.call('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' }));
    const { message } = await ana.client.get(`/messages/${id}`);
    const removed = await atOnce(() => ben.client.call('DELETE', `/messages/${id}/reactions`, { emoji_name: 'tada' }));

    expect(tally(added)).toEqual({ success: 1, '400 Reaction already exists.': AT_ONCE - 1 });
    expect(message.reactions).toHaveLength(1);
    expect(tally(removed)).toEqual({ success: 1, "400 Reaction doesn't exist.": AT_ONCE - 1 });
    const told = await eventsOf(({ type, message_id }) => type === 'reaction' && message_id === id);
    expect(told.map(({ op }) => op)).toEqual(['add', 'remove']);
  });

  it('delete a draft once', async () => {
    const { ids } = await owner.client.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'x' }] });
    const answers = await atOnce(() => owner.client.call('DELETE', `/drafts/${ids[0]}`));

    expect(tally(answers)).toEqual({ success: 1, '404 Draft does not exist': AT_ONCE - 1 });
    expect(await eventsOf(({ type, op }) => type === 'drafts' && op === 'remove')).toHaveLength(1);
  });

  it('delete a message once', async () => {
    const { id } = await ana.client.post('/messages', {
      type: 'stream',
      to: 'general',
      topic: 'deleted',
      content: 'x',
    });
    const answers = await atOnce(() => owner.client.call('DELETE', `/messages/${id}`));

    expect(tally(answers)).toEqual({ success: 1, '400 Invalid message(s)': AT_ONCE - 1 });
    expect(await eventsOf(({ type }) => type === 'delete_message')).toHaveLength(1);
  });

  it('create one user group for a name and delete it once', async () => {
    const made = await atOnce(() =>
      owner.client.call('POST', '/user_groups/create', { name: 'twins', description: '', members: [ana.userId] }),
    );
    const groups = async () =>
      (await owner.client.get('/user_groups')).user_groups.filter(({ name }: { name: string }) => name === 'twins');
    const [{ id }] = await groups();

    expect(tally(made)).toEqual({ success: 1, "400 User group 'twins' already exists.": AT_ONCE - 1 });
    expect(await groups()).toHaveLength(1);

    const joined = await atOnce(() => owner.client.call('POST', `/user_groups/${id}/members`, { add: [ben.userId] }));
    expect(tally(joined)).toMatchObject({ success: 1 });
    const deleted = await atOnce(() => owner.client.call('DELETE', `/user_groups/${id}`));
    expect(tally(deleted)).toEqual({ success: 1, '400 Invalid user group': AT_ONCE - 1 });
    const told = await eventsOf(({ type, group, group_id }) => type === 'user_group' && (group?.id ?? group_id) === id);
    expect(told.map(({ op }) => op)).toEqual(['add', 'add_members', 'remove']);
  });

  it('create one profile field for a name', async () => {
    const answers = await atOnce(() =>
      owner.client.call('POST', '/realm/profile_fields', { name: 'Twin', field_type: 1 }),
    );

    expect(tally(answers)).toEqual({ success: 1, '400 A field with that label already exists.': AT_ONCE - 1 });
    const { custom_fields } = await owner.client.get('/realm/profile_fields');
    expect(custom_fields.filter(({ name }: { name: string }) => name === 'Twin')).toHaveLength(1);
    expect(await eventsOf(({ type }) => type === 'custom_profile_fields')).toHaveLength(1);
  });

  it('create one linkifier for a pattern', async () => {
    const linkifier = { pattern: 'TWIN-(?P<id>[0-9]+)', url_template: 'https://chat.test/{id}' };
    const answers = await atOnce(() => owner.client.call('POST', '/realm/filters', linkifier));

    expect(tally(answers).success).toBe(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(AT_ONCE - 1);
    const { linkifiers } = await owner.client.get('/realm/linkifiers');
    expect(linkifiers).toHaveLength(1);
    expect(await eventsOf(({ type }) => type === 'realm_linkifiers')).toHaveLength(1);
  });

  it('subscribe once and unsubscribe once', async () => {
    await owner.client.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'doubled' }],
      principals: [ana.userId],
    });
    const subscriptions = [{ name: 'doubled' }];
    const joined = await atOnce(() => owner.client.call('POST', '/users/me/subscriptions', { subscriptions }));
    const left = await atOnce(() =>
      owner.client.call('DELETE', '/users/me/subscriptions', { subscriptions: ['doubled'] }),
    );

    expect(tally([...joined, ...left])).toEqual({ success: 2 * AT_ONCE });
    expect(joined.flatMap(({ body }) => Object.values(body.subscribed).flat())).toEqual(['doubled']);
    expect(left.flatMap(({ body }) => body.removed)).toEqual(['doubled']);
    expect(left.flatMap(({ body }) => body.not_removed)).toHaveLength(AT_ONCE - 1);
    const told = await eventsOf(
      ({ type, subscriptions: changed }) => type === 'subscription' && changed?.[0]?.name === 'doubled',
    );
    expect(told.map(({ op }) => op)).toEqual(['add', 'remove']);
  });

  it('mute a user once', async () => {
    const answers = await atOnce(() => owner.client.call('POST', `/users/me/muted_users/${ben.userId}`));

    expect(tally(answers)).toEqual({ success: 1, '400 User already muted': AT_ONCE - 1 });
    expect(await eventsOf(({ type }) => type === 'muted_users')).toHaveLength(1);
  });

  it('rename only one of two streams to the same name', async () => {
    await owner.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'left' }, { name: 'right' }] });
    const ids = await Promise.all(
      ['left', 'right'].map(async (stream) => (await owner.client.get('/get_stream_id', { stream })).stream_id),
    );
    const answers = await Promise.all(
      ids.map((id) => owner.client.call('PATCH', `/streams/${id}`, { new_name: 'Middle' })),
    );

    expect(tally(answers)).toEqual({ success: 1, "400 Stream name 'Middle' is already taken.": 1 });
    const renamed = await eventsOf(
      ({ type, op, property }) => type === 'stream' && op === 'update' && property === 'name',
    );
    expect(renamed).toHaveLength(1);
  });

  it('deactivate a user once', async () => {
    const victim = await organization.addUser('Vic Victim');
    const answers = await atOnce(() => owner.client.call('DELETE', `/users/${victim.userId}`));

    expect(Object.keys(tally(answers)).filter((said) => !/^(success|400 )/.test(said))).toEqual([]);
    expect(tally(answers).success).toBeGreaterThan(0);
    const told = await eventsOf(
      ({ type, op, person }) =>
        type === 'realm_user' && person.user_id === victim.userId && (op === 'remove' || person.is_active === false),
    );
    expect(told.filter(({ op }) => op === 'remove')).toHaveLength(1);
    expect((await victim.client.call('GET', '/users/me')).status).toBe(401);
  });
});
