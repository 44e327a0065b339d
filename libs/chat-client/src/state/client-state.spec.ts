import type { RegisterFields } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import type { WireEvent } from '../event-reader.js';
import { ClientState } from './client-state.js';
import type { WireState } from './wire-state.js';

const ME = 1;
const design = { stream_id: 4, name: 'design', subscribers: [ME, 2], is_muted: false, in_home_view: true };

const registered: RegisterFields = {
  user_id: ME,
  email: 'me@x.org',
  is_admin: false,
  max_message_id: 9,
  starred_messages: [3],
  unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
  recent_private_conversations: [],
  subscriptions: [design],
  unsubscribed: [],
  never_subscribed: [{ stream_id: 5, name: 'logo' }],
  streams: [{ stream_id: 4, name: 'design' }],
  realm_users: [
    { user_id: ME, email: 'me@x.org', role: 400 },
    { user_id: 2, email: 'two@x.org', role: 400, profile_data: { 7: { value: 'x' } } },
  ],
  realm_non_active_users: [],
  realm_user_groups: [{ id: 1, name: 'all', members: [ME], direct_subgroup_ids: [] }],
  user_status: { 2: { status_text: 'out', emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } },
  user_settings: { color_scheme: 1 },
  user_topics: [],
  drafts: [{ id: 1, content: 'a' }],
  scheduled_messages: [],
  realm_default_stream_groups: [{ id: 1, streams: [{ stream_id: 4, name: 'design' }] }],
  custom_profile_fields: [{ id: 7, name: 'Field' }],
  realm_name: 'Old',
  alert_words: ['x'],
};

const message = (id: number, fields: object, flags: string[] = []) => ({
  type: 'message',
  message: { id, ...fields },
  flags,
});
const inLogo = (id: number) => ({ type: 'stream', stream_id: 4, display_recipient: 'design', subject: 'logo', id });
const between = (id: number, ...ids: number[]) => ({
  type: 'private',
  display_recipient: ids.map((each) => ({ id: each })),
  id,
});

const stateOf = (fields: RegisterFields) => new ClientState(fields as WireState);

/** The state after events that come one after the other. */
function after(...events: object[]): Record<string, unknown> {
  const state = stateOf(registered);
  events.forEach((event, id) => {
    state.apply({ id, ...event } as WireEvent);
  });
  return state.toWire() as Record<string, unknown>;
}

describe('ClientState', () => {
  it.each<[string, object[], object]>([
    [
      'a message in a stream',
      [message(10, inLogo(10))],
      { max_message_id: 10, unread_msgs: { streams: [{ stream_id: 4, topic: 'logo', unread_message_ids: [10] }] } },
    ],
    ['its own message', [message(10, inLogo(10), ['read'])], { max_message_id: 10, unread_msgs: { streams: [] } }],
    ['a mention', [message(10, inLogo(10), ['mentioned'])], { unread_msgs: { mentions: [10] } }],
    [
      'a message from one',
      [message(10, between(10, ME, 2))],
      {
        unread_msgs: { pms: [{ other_user_id: 2, unread_message_ids: [10] }] },
        recent_private_conversations: [{ user_ids: [2], max_message_id: 10 }],
      },
    ],
    [
      'a message in a group',
      [message(10, between(10, 3, ME, 2))],
      { unread_msgs: { huddles: [{ user_ids_string: '1,2,3', unread_message_ids: [10] }] } },
    ],
    [
      'reading',
      [message(10, inLogo(10)), { type: 'update_message_flags', op: 'add', flag: 'read', messages: [10], all: false }],
      { unread_msgs: { streams: [] } },
    ],
    [
      'reading everything',
      [message(10, inLogo(10)), { type: 'update_message_flags', op: 'add', flag: 'read', messages: [], all: true }],
      { unread_msgs: { streams: [] } },
    ],
    [
      'unreading',
      [
        {
          type: 'update_message_flags',
          op: 'remove',
          flag: 'read',
          messages: [8],
          all: false,
          message_details: { 8: { type: 'private', user_ids: [2] } },
        },
      ],
      { unread_msgs: { pms: [{ other_user_id: 2, unread_message_ids: [8] }] } },
    ],
    [
      'a star',
      [{ type: 'update_message_flags', op: 'add', flag: 'starred', messages: [2], all: false }],
      { starred_messages: [2, 3] },
    ],
    [
      'a moved message',
      [
        message(10, inLogo(10), ['mentioned']),
        { type: 'update_message', message_ids: [10], new_stream_id: 5, subject: 'new' },
      ],
      { unread_msgs: { streams: [{ stream_id: 5, topic: 'new', unread_message_ids: [10] }], mentions: [10] } },
    ],
    [
      'a deleted message',
      [
        message(10, inLogo(10)),
        { type: 'delete_message', message_id: 10 },
        { type: 'delete_message', message_ids: [3] },
      ],
      { unread_msgs: { streams: [] }, starred_messages: [] },
    ],
    [
      'leaving a stream',
      [{ type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 4, name: 'design' }] }],
      { subscriptions: [], unsubscribed: [{ stream_id: 4, subscribers: [2] }] },
    ],
    [
      'joining a stream',
      [{ type: 'subscription', op: 'add', subscriptions: [{ stream_id: 5, name: 'logo' }] }],
      { subscriptions: [{ stream_id: 4 }, { stream_id: 5 }], never_subscribed: [] },
    ],
    [
      'muting a stream',
      [{ type: 'subscription', op: 'update', stream_id: 4, property: 'is_muted', value: true }],
      { subscriptions: [{ is_muted: true, in_home_view: false }] },
    ],
    [
      'others who come and go',
      [
        { type: 'subscription', op: 'peer_add', stream_ids: [4], user_ids: [3] },
        { type: 'subscription', op: 'peer_remove', stream_ids: [4], user_ids: [2] },
      ],
      { subscriptions: [{ subscribers: [ME, 3] }] },
    ],
    [
      'a new stream',
      [{ type: 'stream', op: 'create', streams: [{ stream_id: 6 }] }],
      { streams: [{ stream_id: 4 }, { stream_id: 6 }], never_subscribed: [{ stream_id: 5 }, { stream_id: 6 }] },
    ],
    [
      'a renamed stream',
      [{ type: 'stream', op: 'update', stream_id: 4, name: 'design', property: 'name', value: 'drawing' }],
      { streams: [{ name: 'drawing' }], subscriptions: [{ name: 'drawing' }] },
    ],
    [
      'an archived stream',
      [{ type: 'stream', op: 'delete', streams: [{ stream_id: 4 }] }],
      { streams: [], subscriptions: [] },
    ],
    [
      'a new role of oneself',
      [{ type: 'realm_user', op: 'update', person: { user_id: ME, role: 200 } }],
      { is_admin: true, realm_users: [{ role: 200, is_admin: true }, {}] },
    ],
    [
      'a new address',
      [{ type: 'realm_user', op: 'update', person: { user_id: ME, new_email: 'new@x.org' } }],
      { email: 'new@x.org', realm_users: [{ email: 'new@x.org' }, {}] },
    ],
    [
      'a profile value taken away',
      [{ type: 'realm_user', op: 'update', person: { user_id: 2, custom_profile_field: { id: 7, value: null } } }],
      { realm_users: [{}, { profile_data: {} }] },
    ],
    [
      'somebody who leaves',
      [{ type: 'realm_user', op: 'remove', person: { user_id: 2 } }],
      { realm_users: [{ user_id: ME }], realm_non_active_users: [{ user_id: 2 }], user_status: {} },
    ],
    [
      'members of a group',
      [{ type: 'user_group', op: 'add_members', group_id: 1, user_ids: [2, ME] }],
      { realm_user_groups: [{ members: [ME, 2] }] },
    ],
    [
      'a status emoji taken away',
      [{ type: 'user_status', user_id: 2, emoji_name: '', emoji_code: '', reaction_type: '' }],
      { user_status: { 2: { status_text: 'out' } } },
    ],
    [
      'a status with an end, and without one again',
      [
        { type: 'user_status', user_id: 3, status_text: 'in a meeting', scheduled_end_time: 2_000_000_000 },
        { type: 'user_status', user_id: 3, scheduled_end_time: null },
      ],
      { user_status: { 3: { status_text: 'in a meeting' } } },
    ],
    [
      'a setting',
      [{ type: 'user_settings', op: 'update', property: 'color_scheme', value: 2 }],
      { user_settings: { color_scheme: 2 } },
    ],
    [
      'a muted topic',
      [{ type: 'user_topic', stream_id: 4, topic_name: 'logo', visibility_policy: 1, last_updated: 5 }],
      { user_topics: [{ topic_name: 'logo' }] },
    ],
    [
      'drafts',
      [
        { type: 'drafts', op: 'add', drafts: [{ id: 2 }] },
        { type: 'drafts', op: 'remove', draft_id: 1 },
      ],
      { drafts: [{ id: 2 }] },
    ],
    [
      'a stream that appears, and then who is in it',
      [
        { type: 'stream', op: 'create', streams: [{ stream_id: 6 }] },
        { type: 'subscription', op: 'peer_add', stream_ids: [6], user_ids: [3] },
      ],
      { never_subscribed: [{ stream_id: 5 }, { stream_id: 6, subscribers: [3] }] },
    ],
    [
      'unread messages of a stream that one left',
      [
        message(10, inLogo(10), ['mentioned']),
        { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 4, name: 'design' }] },
      ],
      { unread_msgs: { streams: [], mentions: [] } },
    ],
    [
      'a mention that an edit brings',
      [
        message(10, inLogo(10)),
        { type: 'update_message', message_id: 10, message_ids: [10], content: '@me', flags: ['mentioned'] },
      ],
      { unread_msgs: { mentions: [10] } },
    ],
    [
      'a mention that an edit takes away',
      [
        message(10, inLogo(10), ['mentioned']),
        { type: 'update_message', message_id: 10, message_ids: [10], content: 'nobody', flags: [] },
      ],
      { unread_msgs: { mentions: [] } },
    ],
    [
      'a described stream in a group of default streams',
      [{ type: 'stream', op: 'update', stream_id: 4, name: 'design', property: 'description', value: 'new' }],
      { realm_default_stream_groups: [{ streams: [{ stream_id: 4, description: 'new' }] }] },
    ],
    [
      'profile fields taken away, with their values',
      [{ type: 'custom_profile_fields', fields: [] }],
      { custom_profile_fields: [], realm_users: [{}, { profile_data: {} }] },
    ],
    ['the organization', [{ type: 'realm', op: 'update_dict', data: { name: 'New' } }], { realm_name: 'New' }],
    ['alert words', [{ type: 'alert_words', alert_words: [] }], { alert_words: [] }],
  ])('%s', (_, events, expected) => {
    expect(after(...events)).toMatchObject(expected);
  });

  it('forgets which conversations were the latest when the latest message of one is deleted', () => {
    const direct = [message(10, between(10, ME, 2)), message(11, between(11, ME, 3))];

    expect(after(...direct, { type: 'delete_message', message_ids: [9] })).toHaveProperty(
      'recent_private_conversations',
    );
    expect(after(...direct, { type: 'delete_message', message_ids: [10] })).not.toHaveProperty(
      'recent_private_conversations',
    );
  });

  it.each([
    ['computes pictures', null, 'ana@example.com', null],
    ['computes pictures, of which it does not see the address', null, null, 'https://pictures/1'],
    ['computes none', 'https://pictures/0', 'ana@example.com', 'https://pictures/1'],
  ])('that %s knows another one, and its own', (_, other, address, shown) => {
    const others = { user_id: 9, avatar_url: other };
    const state = stateOf({
      user_id: ME,
      avatar_url: '/own.png',
      realm_users: [{ user_id: ME, avatar_url: '/own.png', delivery_email: address }, others],
    });
    const person = { user_id: ME, avatar_source: 'G', avatar_url: 'https://pictures/1' };
    state.apply({ id: 1, type: 'realm_user', op: 'update', person });

    expect(state.toWire()).toMatchObject({ avatar_url: 'https://pictures/1' });
    expect(state.toWire().realm_users).toMatchObject([{ user_id: ME, avatar_url: shown }, others]);
  });

  it('leaves absent fields and the registered object unchanged', () => {
    const before = structuredClone(registered);
    const state = stateOf({ user_id: ME });
    for (const type of ['message', 'drafts', 'alert_words']) expect(() => after({ type })).toBeDefined();
    state.apply({ id: 1, type: 'alert_words', alert_words: ['y'] });
    after(message(10, inLogo(10)), { type: 'stream', op: 'delete', streams: [{ stream_id: 4 }] });

    expect(state.toWire()).toEqual({ user_id: ME });
    expect(registered).toEqual(before);
  });

  it('drops topics with their stream, and drafts when synchronization ends', () => {
    const state = stateOf({
      user_id: ME,
      streams: [
        { stream_id: 1, name: 'a' },
        { stream_id: 2, name: 'b' },
      ],
      user_topics: [
        { stream_id: 1, topic_name: 't' },
        { stream_id: 2, topic_name: 't' },
      ],
      muted_topics: [
        ['a', 't', 5],
        ['b', 't', 5],
      ],
      drafts: [{ id: 1 }],
    });

    state.apply({ id: 1, type: 'stream', op: 'delete', streams: [{ stream_id: 2, name: 'b' }] });
    const off = { setting_name: 'enable_drafts_synchronization', setting: false };
    state.apply({ id: 2, type: 'update_display_settings', ...off });

    expect(state.toWire()).toMatchObject({
      user_topics: [{ stream_id: 1 }],
      muted_topics: [['a', 't', 5]],
      drafts: [],
    });
  });
});
