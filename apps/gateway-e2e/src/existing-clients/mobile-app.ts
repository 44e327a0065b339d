import { beforeAll, expect, it } from '@jest/globals';
import { MOBILE_FETCH_TYPES, MOBILE_STATE } from '../support/app-registrations.js';
import type { TestUser } from '../support/organization.js';
import { type ClientAddress, type ClientsScene, inDesign, WebFormData } from './clients-scene.js';

let address: ClientAddress;
let ana: TestUser;
let ben: TestUser;

/** Requests in the bytes that the app sends. */
export function mobileApp(given: () => ClientsScene): void {
  beforeAll(() => {
    ({ address, ana, ben } = given());
  });

  const userAgent = 'ZulipMobile/27.223 (Android 13)';
  const mobile = (
    method: string,
    target: string,
    form?: Record<string, string> | FormData,
    user: TestUser | null = ana,
  ) => address.send(user, method, target, { userAgent, ...(form && { form }) });

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
}
