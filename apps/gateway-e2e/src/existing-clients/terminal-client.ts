import { beforeAll, expect, it } from '@jest/globals';
import { TERMINAL_FETCH_TYPES } from '../support/app-registrations.js';
import type { TestUser } from '../support/organization.js';
import type { ClientAddress, ClientsScene } from './clients-scene.js';

let address: ClientAddress;
let ana: TestUser;
let ben: TestUser;

/** Requests in the bytes that the client sends. */
export function terminalClient(given: () => ClientsScene): void {
  beforeAll(() => {
    ({ address, ana, ben } = given());
  });

  it('registers for all its views, with the deprecated settings', async () => {
    const state = await address.send(ana, 'POST', '/api/v1/register', {
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
}
