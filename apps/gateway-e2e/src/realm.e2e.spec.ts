import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiParameters } from './support/api-client.js';
import { LiveQueue, type WireEvent } from './support/event-queue.js';
import { Organization, type TestUser } from './support/organization.js';
import { png } from './support/png.js';
import { RawHttp } from './support/raw-http.js';
import { sendFile } from './support/send-file.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

let system: SharedSystem;
let organization: Organization;
let guest: TestUser;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  guest = await organization.addUser('Gil Guest', Role.Guest);
}, 180_000);
afterAll(async () => {
  await organization?.close();
}, 60_000);

const FETCHED = [
  ...['realm', 'realm_user_settings_defaults', 'custom_profile_fields', 'realm_emoji', 'realm_linkifiers'],
  ...['realm_playgrounds', 'realm_domains'],
];
const registration: ApiParameters = {
  event_types: FETCHED,
  fetch_event_types: FETCHED,
  client_capabilities: { linkifier_url_template: true, notification_settings_null: true },
};

type State = Record<string, unknown>;

/** The effect of an event on the state of a client. */
function applied(state: State, event: WireEvent): State {
  switch (`${event.type} ${event.op ?? ''}`.trim()) {
    case 'realm update':
      return { ...state, [`realm_${event.property}`]: event.value };
    case 'realm update_dict':
      return { ...state, ...prefixed(event.data as State) };
    case 'realm_user_settings_defaults update': {
      const defaults = state['realm_user_settings_defaults'] as State;
      return { ...state, realm_user_settings_defaults: { ...defaults, [event.property]: event.value } };
    }
    case 'realm_domains add':
      return { ...state, realm_domains: [...(state['realm_domains'] as State[]), event.realm_domain] };
    case 'custom_profile_fields':
      return { ...state, custom_profile_fields: event.fields };
    default:
      return { ...state, [event.type]: event[event.type] };
  }
}

function prefixed(data: State): State {
  const named = Object.fromEntries(Object.entries(data).map(([name, value]) => [`realm_${name}`, value]));
  const methods = data['authentication_methods'] as { Email: boolean } | undefined;
  return methods === undefined ? named : { ...named, realm_email_auth_enabled: methods.Email };
}

const queueFacts = ({ queue_id: _, last_event_id: __, ...state }: State): State => state;

describe('changes of an organization', () => {
  it('give every client by events the state of a later registration', async () => {
    const { client } = organization.owner;
    const queues = await Promise.all(
      [organization.owner, guest].map((user) => LiveQueue.register(user.client, registration)),
    );
    const stream = { subscriptions: [{ name: 'news' }] };
    await client.succeed('POST', '/users/me/subscriptions', stream);
    const { subscriptions } = await client.succeed('POST', '/register', { fetch_event_types: ['subscription'] });

    await client.succeed('PATCH', '/realm', {
      name: 'Renamed',
      default_language: 'de',
      message_content_edit_limit_seconds: 'unlimited',
      message_content_delete_limit_seconds: 60,
      notifications_stream_id: subscriptions[0].stream_id,
      enable_spectator_access: true,
      presence_disabled: true,
      waiting_period_threshold: 3,
    });
    await client.succeed('PATCH', '/realm/user_settings_defaults', { dense_mode: false, color_scheme: 2 });
    await client.succeed('POST', '/realm/domains', { domain: 'example.org', allow_subdomains: true });
    await client.succeed('POST', '/realm/profile_fields', { name: 'Phone', field_type: 1 });
    const filter = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://bugs.example.com/{id}' };
    await client.succeed('POST', '/realm/filters', filter);
    const playground = { name: 'Play', highlighter_language: 'Rust', url_prefix: 'https://play.example.com/?code=' };
    await client.succeed('POST', '/realm/playgrounds', playground);

    for (const queue of queues) {
      await queue.next(({ type }) => type === 'realm_playgrounds');
      const fresh = await queue.client.succeed('POST', '/register', registration);
      const { result: _, msg: __, ...freshState } = fresh;
      const { result: ___, msg: ____, ...state } = queue.state;
      expect(queue.violations).toEqual([]);
      expect(queueFacts(queue.events.reduce(applied, state))).toEqual(queueFacts(freshState));
      await queue.stop();
    }
  });

  it('show an uploaded icon at every gateway at once, also on pages', async () => {
    const queue = await LiveQueue.register(guest.client, registration);
    const picture = Buffer.from(png(1, 1), 'latin1');
    const { baseUrl } = system;
    const { host, owner } = organization;
    // A new connection each time, so that both gateways serve some.
    const read = (target: string) =>
      new RawHttp(baseUrl, 10_000).send({
        method: 'GET',
        target,
        headers: [
          ['host', host],
          ['connection', 'close'],
        ],
      });

    const { body } = await sendFile(baseUrl, host, owner, '/realm/icon', 'icon.png', picture);

    const event = await queue.next(({ property }) => property === 'icon');
    expect(event.data).toEqual({ icon_url: body.icon_url, icon_source: 'U' });
    for (let n = 0; n < 6; n++) {
      const { status, headers, text } = await read(body.icon_url);
      expect([status, headers['content-type'], text.slice(1, 4)]).toEqual([200, 'image/png', 'PNG']);
      expect((await read('/login/')).text).toContain(`src="${body.icon_url}"`);
    }
    await queue.stop();
  });

  it('take effect at once in every service', async () => {
    const { client } = organization.owner;
    const member = await organization.addUser('Mia Member');

    for (let round = 0; round < 5; round++) {
      await client.succeed('PATCH', '/realm', { create_public_stream_policy: 2 });
      const refused = await member.client.call('POST', '/users/me/subscriptions', {
        subscriptions: [{ name: `refused ${round}` }],
      });
      expect(refused.body).toMatchObject({ result: 'error', msg: 'Insufficient permission' });

      await client.succeed('PATCH', '/realm', { create_public_stream_policy: 1 });
      await member.client.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name: `made ${round}` }] });
    }
  });

  it('give new users the new defaults and leave existing users unchanged', async () => {
    await organization.owner.client.succeed('PATCH', '/realm/user_settings_defaults', { twenty_four_hour_time: true });
    const later = await organization.addUser('Lena Later');

    const settingOf = async (user: TestUser) => {
      const { user_settings: settings } = await user.client.succeed('POST', '/register', {
        fetch_event_types: ['user_settings'],
        client_capabilities: { user_settings_object: true },
      });
      return settings.twenty_four_hour_time;
    };
    expect(await settingOf(later)).toBe(true);
    expect(await settingOf(guest)).toBe(false);
  });
});

describe('custom profile fields', () => {
  it('hold values of users until the field or the choice is removed', async () => {
    const { owner } = organization;
    const fieldData = { a: { text: 'Vim', order: '1' }, b: { text: 'Emacs', order: '2' } };
    const field = { name: 'Editor', field_type: 3, field_data: fieldData };
    const { id } = await owner.client.succeed('POST', '/realm/profile_fields', field);
    const queue = await LiveQueue.register(guest.client, {
      event_types: ['realm_user', 'custom_profile_fields'],
    });

    await owner.client.succeed('PATCH', '/users/me/profile_data', { data: [{ id, value: 'a' }] });
    const wrong = await owner.client.call('PATCH', '/users/me/profile_data', { data: [{ id, value: 'c' }] });
    expect(wrong.body.msg).toBe("'c' is not a valid choice for 'Editor'.");
    await queue.next(({ type, person }) => type === 'realm_user' && person?.custom_profile_field?.value === 'a');
    const path = `/users/${owner.userId}`;
    const shown = () => guest.client.succeed('GET', path, { include_custom_profile_fields: true });
    expect((await shown()).user.profile_data[id]).toEqual({ value: 'a' });

    const fewer = { b: fieldData.b };
    await owner.client.succeed('PATCH', `/realm/profile_fields/${id}`, { field_data: fewer });
    expect((await shown()).user.profile_data).not.toHaveProperty(String(id));
    await queue.next(({ type, person }) => type === 'realm_user' && person?.custom_profile_field?.value === null);

    await owner.client.succeed('PATCH', '/users/me/profile_data', { data: [{ id, value: 'b' }] });
    await owner.client.succeed('DELETE', `/realm/profile_fields/${id}`);
    expect((await shown()).user.profile_data).not.toHaveProperty(String(id));
    await queue.next(
      ({ type, fields }) => type === 'custom_profile_fields' && !fields.some((one: State) => one['id'] === id),
    );
    await queue.stop();
  });
});

describe('linkifiers', () => {
  it('make links in later messages and topics', async () => {
    const { client } = organization.owner;
    const filter = { pattern: 'CHAT-(?P<issue>[0-9]+)', url_template: 'https://issues.example.com/{issue}' };
    await client.succeed('POST', '/realm/filters', filter);
    await client.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'issues' }] });

    const message = { type: 'stream', to: 'issues', topic: 'CHAT-5', content: 'see CHAT-7' };
    const { id } = await client.succeed('POST', '/messages', message);

    const shown = (await client.succeed('GET', `/messages/${id}`)).message;
    expect(shown.topic_links).toEqual([{ text: 'CHAT-5', url: 'https://issues.example.com/5' }]);
    expect(shown.content).toContain('href="https://issues.example.com/7"');
  });
});
