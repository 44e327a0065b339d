import { eventually } from '@chat/testing';
import { SERVICES } from '@chat/tools';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MOBILE_FETCH_TYPES, MOBILE_STATE, TERMINAL_FETCH_TYPES } from './support/app-registrations.js';
import { HostProxy } from './support/host-proxy.js';
import { authorizationOf, Organization, type TestUser } from './support/organization.js';
import { sharedSystem } from './support/shared-system.js';
import { type SystemUnderTest, startSystemUnderTest } from './support/system-under-test.js';
import { type ZulipJs, ZulipJsEventLoop, zulipJs } from './support/zulip-js.js';

let tested: SystemUnderTest;
let organization: Organization;
let address: HostProxy;
let ana: TestUser;
let ben: TestUser;

beforeAll(async () => {
  const { databaseUrl, redisUrl, secretKey } = await sharedSystem();
  // Only gateways have this setting. They join the replicas of the other services.
  tested = await startSystemUnderTest({
    ...{ databaseUrl, redisUrl, without: SERVICES.filter((service) => service !== 'gateway') },
    env: { SECRET_KEY: secretKey, CLIENT_COMPAT: 'zulip' },
  });
  organization = await Organization.create(tested.system);
  ana = await organization.addUser('Ana Author');
  ben = await organization.addUser('Ben Builder');
  address = await HostProxy.start(tested.system.baseUrl, organization.host);
  for (const { client } of [ana, ben]) {
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  }
}, 180_000);
afterAll(async () => {
  await address?.close();
  await organization?.close();
  await tested?.discard();
}, 60_000);

const inDesign = { type: 'stream', to: 'design', topic: 'logo' };
const signInOf = (user: TestUser) => ({ realm: address.origin, username: user.email, apiKey: user.apiKey });

describe('zulip-js', () => {
  let client: ZulipJs;
  beforeAll(async () => {
    client = await zulipJs({ realm: address.origin, username: ana.email, password: ana.password });
  });

  it('signs in with a password', async () => {
    expect(client.config.apiKey).toBe(ana.apiKey);
    expect(await client.users.me.getProfile()).toMatchObject({ result: 'success', user_id: ana.userId });
  });

  it('sends to streams and users, edits, lists and deletes', async () => {
    const sent = await client.messages.send({ ...inDesign, content: 'First draft' });
    const direct = await client.messages.send({ type: 'private', to: ben.email, content: 'Look at it' });
    const edited = await client.messages.update({ message_id: sent.id, content: 'Second draft' });
    const { messages } = await client.messages.retrieve({
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'stream', operand: 'design' }],
      client_gravatar: false,
      apply_markdown: false,
    });

    expect([sent.result, direct.result, edited.result]).toEqual(['success', 'success', 'success']);
    expect(edited.ignored_parameters_unsupported).toEqual(['message_id']);
    expect(messages.at(-1)).toMatchObject({ id: sent.id, content: 'Second draft', sender_email: ana.email });
    expect(await client.messages.getById({ message_id: direct.id })).toMatchObject({ result: 'success' });
    expect(await client.messages.deleteById({ message_id: 0 })).toMatchObject({ result: 'error' });
  });

  it('adds and removes reactions, also with the extra emoji of its server', async () => {
    const { id } = await client.messages.send({ ...inDesign, content: 'Third draft' });

    const added = await client.reactions.add({ message_id: id, emoji_name: 'tada' });
    const extra = await client.reactions.add({
      message_id: id,
      emoji_name: 'zulip',
      reaction_type: 'zulip_extra_emoji',
    });
    const { message } = await client.messages.getById({ message_id: id });
    const removed = await client.reactions.remove({ message_id: id, emoji_name: 'tada' });

    expect([added.result, extra.result, removed.result]).toEqual(['success', 'success', 'success']);
    expect(message.reactions).toEqual([
      expect.objectContaining({ emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: ana.userId }),
      expect.objectContaining({ emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }),
    ]);
  });

  it('reads streams, topics, subscriptions, users and server settings', async () => {
    const { stream_id } = await client.streams.getStreamId('design');

    expect((await client.streams.retrieve()).streams).toContainEqual(expect.objectContaining({ name: 'design' }));
    expect((await client.streams.topics.retrieve({ stream_id })).topics).toContainEqual(
      expect.objectContaining({ name: 'logo' }),
    );
    expect((await client.streams.subscriptions.retrieve()).subscriptions).toContainEqual(
      expect.objectContaining({ stream_id }),
    );
    expect((await client.users.retrieve({ client_gravatar: true })).members).toContainEqual(
      expect.objectContaining({ user_id: ben.userId }),
    );
    expect(await client.server.settings()).toMatchObject({
      zulip_feature_level: 185,
      zulip_version: expect.any(String),
    });
  });

  it('receives events in its event loop', async () => {
    const loop = new ZulipJsEventLoop(signInOf(ben), ['message', 'reaction']);
    try {
      const seen = (test: (event: Record<string, unknown>) => boolean) => loop.events.some(test);
      // The first received event is the only sign that the loop is ready.
      await eventually(
        async () => {
          await client.messages.send({ ...inDesign, content: 'Anybody there?' });
          return seen(({ type }) => type === 'message');
        },
        { withinMs: 20_000 },
      );
      const { id } = await client.messages.send({ ...inDesign, content: 'Fourth draft' });
      await client.reactions.add({ message_id: id, emoji_name: 'heart' });

      await eventually(() => seen((event) => event['type'] === 'reaction' && event['message_id'] === id), {
        withinMs: 10_000,
      });
      const ids = loop.events.map((event) => event.id);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(loop.events.find((event) => event.message?.id === id)).toMatchObject({
        message: {
          content: 'Fourth draft',
          content_type: 'text/x-markdown',
          subject: 'logo',
          display_recipient: 'design',
        },
        flags: [],
      });
    } finally {
      await loop.stop();
    }
  });
});

/** zulip-js puts another one in the place of the global one. */
const WebFormData = FormData;
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

/** One request in the bytes that a client sends. */
async function sent(
  user: TestUser | null,
  method: string,
  target: string,
  options: { userAgent: string; form?: Record<string, string> | FormData },
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of a response.
): Promise<any> {
  const { userAgent, form } = options;
  const isMultipart = form instanceof WebFormData;
  const response = await fetch(`${address.origin}${target}`, {
    method,
    headers: {
      'user-agent': userAgent,
      ...(user && { authorization: `Basic ${Buffer.from(`${user.email}:${user.apiKey}`).toString('base64')}` }),
      ...(form && !isMultipart && { 'content-type': FORM }),
    },
    body: isMultipart ? form : form && new URLSearchParams(form).toString(),
  });
  return response.json();
}

describe('the Python client', () => {
  const userAgent = 'ZulipPython/0.9.0 (Ubuntu; 22.04)';
  const python = (method: string, target: string, form?: Record<string, string>) =>
    sent(ana, method, target, { userAgent, ...(form && { form }) });

  it('registers with a narrow and polls, with lists as JSON text', async () => {
    const { queue_id, last_event_id } = await python('POST', '/api/v1/register', {
      event_types: '["message"]',
      narrow: '[["stream", "design"]]',
    });
    const { id } = await python('POST', '/api/v1/messages', { ...inDesign, content: 'From a script' });
    const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) });
    const { events } = await python('GET', `/api/v1/events?${query}`);
    const gone = await python('DELETE', '/api/v1/events', { queue_id });
    const unknown = await python('GET', `/api/v1/events?${query}&dont_block=true`);

    expect(events).toMatchObject([{ type: 'message', message: { id, client: 'ZulipPython' } }]);
    expect(gone).toEqual({ result: 'success', msg: '' });
    expect(unknown).toMatchObject({ result: 'error', code: 'BAD_EVENT_QUEUE_ID' });
    expect(unknown.msg).toMatch(/^Bad event queue ID:/);
  });

  it('repeats path parameters in the form, and sends a form with PATCH and DELETE', async () => {
    const { id } = await python('POST', '/api/v1/messages', {
      type: 'private',
      to: JSON.stringify([ben.email]),
      content: 'Hi',
    });
    const message_id = String(id);
    const edited = await python('PATCH', `/api/v1/messages/${id}`, { message_id, content: 'Hello' });
    const reacted = await python('POST', `/api/v1/messages/${id}/reactions`, { message_id, emoji_name: 'heart' });
    const unreacted = await python('DELETE', `/api/v1/messages/${id}/reactions`, { message_id, emoji_name: 'heart' });
    const removed = await python('DELETE', '/api/v1/users/me/subscriptions', { subscriptions: '["design"]' });
    const again = await python('POST', '/api/v1/users/me/subscriptions', { subscriptions: '[{"name": "design"}]' });

    for (const answer of [edited, reacted, unreacted]) {
      expect(answer).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['message_id'] });
    }
    expect(removed).toMatchObject({ result: 'success', removed: ['design'] });
    expect(again).toMatchObject({ result: 'success', subscribed: { [ana.email]: ['design'] } });
  });

  it('stores the state of bots', async () => {
    const put = await python('PUT', '/api/v1/bot_storage', { storage: JSON.stringify({ count: '{"n": 1}' }) });
    const got = await python('GET', `/api/v1/bot_storage?${new URLSearchParams({ keys: '["count"]' })}`);
    const deleted = await python('DELETE', '/api/v1/bot_storage', { keys: '["count"]' });
    const missing = await python('GET', `/api/v1/bot_storage?${new URLSearchParams({ keys: '["count"]' })}`);

    expect([put.result, deleted.result]).toEqual(['success', 'success']);
    expect(got.storage).toEqual({ count: '{"n": 1}' });
    expect(missing).toMatchObject({ result: 'error', msg: 'Key does not exist.' });
  });

  it.each([
    ['filename="report.txt"', 'report.txt'],
    // By two releases of its HTTP library.
    ['filename="отчёт.txt"', 'отчёт.txt'],
    ["filename*=utf-8''%D0%BE%D1%82%D1%87%D1%91%D1%82.txt", 'отчёт.txt'],
  ])('uploads a file with %s, sends its address, and others read it', async (disposition, filename) => {
    const boundary = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
    // The field has the name of the opened file, and the part has no type.
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="/tmp/file.txt"; ${disposition}\r\n\r\n`;
    const authorization = authorizationOf(ana);
    const headers = {
      'user-agent': userAgent,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      authorization,
    };
    const body = `${head}a report\r\n--${boundary}--\r\n`;

    const response = await fetch(`${address.origin}/api/v1/user_uploads`, { method: 'POST', headers, body });
    const uploaded = (await response.json()) as { uri: string };

    expect(uploaded).toEqual({ result: 'success', msg: '', uri: expect.any(String), url: uploaded.uri, filename });
    const sent = await python('POST', '/api/v1/messages', { ...inDesign, content: `[report](${uploaded.uri})` });
    expect(sent.result).toBe('success');
    const read = await fetch(address.origin + uploaded.uri, { headers: { authorization: authorizationOf(ben) } });
    expect([read.status, read.headers.get('content-type'), await read.text()]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/),
      'a report',
    ]);
    const { attachments } = await python('GET', '/api/v1/attachments');
    expect(attachments.at(-1)).toMatchObject({ name: filename, size: 8, messages: [{ id: sent.id }] });
  });

  it('accepts a site with a final slash, and reads server settings with credentials', async () => {
    const settings = await python('GET', '//api/v1/server_settings');
    const profile = await python('GET', '//api//v1/users/me');

    expect(settings).toMatchObject({ result: 'success', zulip_feature_level: 185 });
    expect(profile).toMatchObject({ result: 'success', user_id: ana.userId });
  });
});

describe('the mobile app', () => {
  const userAgent = 'ZulipMobile/27.223 (Android 13)';
  const mobile = (
    method: string,
    target: string,
    form?: Record<string, string> | FormData,
    user: TestUser | null = ana,
  ) => sent(user, method, target, { userAgent, ...(form && { form }) });

  it('reads the server settings without an account', async () => {
    const settings = await mobile('GET', '/api/v1/server_settings', undefined, null);

    expect(settings).toMatchObject({
      result: 'success',
      zulip_version: expect.any(String),
      zulip_feature_level: 185,
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: expect.any(Boolean),
      realm_uri: expect.any(String),
      realm_name: expect.any(String),
      realm_icon: expect.any(String),
      authentication_methods: expect.objectContaining({ google: false, github: false }),
      external_authentication_methods: [
        expect.objectContaining({ name: 'web', login_url: '/accounts/login/', signup_url: '/register/' }),
      ],
    });
  });

  it('signs in', async () => {
    const form = { username: ana.email, password: ana.password };

    expect(await mobile('POST', '/api/v1/fetch_api_key', form, null)).toMatchObject({
      api_key: ana.apiKey,
      email: ana.email,
      user_id: ana.userId,
    });
  });

  it('registers with its capabilities and finds the fields that it reads', async () => {
    const state = await mobile('POST', '/api/v1/register', {
      apply_markdown: 'true',
      client_gravatar: 'true',
      include_subscribers: 'false',
      slim_presence: 'true',
      fetch_event_types: JSON.stringify(MOBILE_FETCH_TYPES),
      client_capabilities: JSON.stringify({
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: true,
        stream_typing_notifications: false,
        user_settings_object: true,
        archived_channels: true,
      }),
    });

    expect(state).toMatchObject({ result: 'success', ...MOBILE_STATE });
    expect(state).not.toHaveProperty('enable_desktop_notifications');
    expect(['google', 'google-blob', 'twitter', 'text']).toContain(state.user_settings.emojiset);
    expect(state.realm_users).toContainEqual(expect.objectContaining({ user_id: ben.userId }));
  });

  it('reads a narrow and reports read messages and presence', async () => {
    const query = new URLSearchParams({
      narrow: JSON.stringify([
        { operator: 'stream', operand: 'design' },
        { operator: 'topic', operand: 'logo' },
      ]),
      anchor: '10000000000000000',
      num_before: '20',
      num_after: '0',
      apply_markdown: 'true',
      use_first_unread_anchor: 'false',
      client_gravatar: 'true',
    });
    await mobile('POST', '/api/v1/messages', { ...inDesign, content: 'From a phone' });
    const { result, messages } = await mobile('GET', `/api/v1/messages?${query}`);
    const ids = JSON.stringify(messages.map(({ id }: { id: number }) => id));
    const flagged = await mobile('POST', '/api/v1/messages/flags', { messages: ids, flag: 'read', op: 'add' });
    const present = await mobile('POST', '/api/v1/users/me/presence', { status: 'active', new_user_input: 'true' });

    expect(result).toBe('success');
    expect(messages.at(-1)).toMatchObject({ content: '<p>From a phone</p>', client: 'ZulipMobile' });
    expect([flagged.result, present.result]).toEqual(['success', 'success']);
  });

  it('sends with its queue id and receives its own message', async () => {
    const { queue_id, last_event_id } = await mobile('POST', '/api/v1/register', {
      apply_markdown: 'true',
      event_types: '["message"]',
    });
    const local = { queue_id, local_id: '1700000000.01' };
    const form = { type: 'stream', to: 'design', subject: 'logo', content: 'Sent once', ...local };
    const { id } = await mobile('POST', '/api/v1/messages', form);
    const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) });
    const { events } = await mobile('GET', `/api/v1/events?${query}`);

    expect(events).toMatchObject([
      {
        type: 'message',
        message: { id, content: '<p>Sent once</p>' },
        flags: ['read'],
        local_message_id: local.local_id,
      },
    ]);
  });

  it('sends multipart forms without files', async () => {
    const form = new WebFormData();
    for (const [name, value] of Object.entries({ ...inDesign, content: 'In parts' })) form.set(name, value);

    expect(await mobile('POST', '/api/v1/messages', form)).toMatchObject({ result: 'success', id: expect.any(Number) });
  });

  it('sends PATCH and DELETE with parameters in the query', async () => {
    const { id } = await mobile('POST', '/api/v1/messages', { ...inDesign, content: 'Wait' });
    const edited = await mobile('PATCH', `/api/v1/messages/${id}?${new URLSearchParams({ content: 'Go' })}`);
    await mobile('POST', `/api/v1/messages/${id}/reactions`, { emoji_name: 'heart' });
    const unreacted = await mobile('DELETE', `/api/v1/messages/${id}/reactions?emoji_name=heart`);

    expect([edited.result, unreacted.result]).toEqual(['success', 'success']);
  });
});

describe('the terminal client', () => {
  it('registers for all its views, with the deprecated settings', async () => {
    const state = await sent(ana, 'POST', '/api/v1/register', {
      userAgent: 'ZulipTerminal/0.7.0 (Linux; 6.1)',
      form: {
        event_types: JSON.stringify(['message', 'update_message', 'reaction', 'subscription', 'typing', 'presence']),
        fetch_event_types: JSON.stringify(TERMINAL_FETCH_TYPES),
        client_gravatar: 'true',
        apply_markdown: 'true',
        include_subscribers: 'true',
        narrow: '[]',
      },
    });

    expect(state).toMatchObject({
      result: 'success',
      zulip_version: expect.any(String),
      zulip_feature_level: 185,
      twenty_four_hour_time: expect.any(Boolean),
      enable_desktop_notifications: expect.any(Boolean),
      unread_msgs: { streams: expect.any(Array), pms: expect.any(Array), huddles: expect.any(Array) },
      starred_messages: expect.any(Array),
      realm_user_groups: expect.any(Array),
      presences: expect.any(Object),
      cross_realm_bots: expect.any(Array),
    });
    expect(state.subscriptions).toContainEqual(
      expect.objectContaining({ name: 'design', subscribers: expect.arrayContaining([ana.userId, ben.userId]) }),
    );
  });
});
