import { type EndpointRequest, updateOwnSettings, updateUserSettingsDefaults } from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { TestGateway } from '../testing/test-gateway.js';

/*
 * The contract's table of user settings, written down here a second time: name, values that are taken, values that are not, as they
 * stand in the form; D: a realm may have a default.
 */

interface Row {
  readonly name: string;
  readonly taken: readonly (readonly [text: string, value: unknown])[];
  readonly refused: readonly string[];
  readonly hasDefault: boolean;
}

const flag = (name: string, hasDefault = true): Row => ({
  name,
  taken: [
    ['true', true],
    ['false', false],
  ],
  refused: ['True', '"true"', '1', '0', 'null', 'yes', '', '[]', '{}'],
  hasDefault,
});
const choice = (name: string, values: readonly number[]): Row => ({
  name,
  taken: values.map((value) => [String(value), value]),
  refused: ['0', String(Math.max(...values) + 1), '-1', '1.5', '1e0', '"1"', 'true', 'null', '', 'one', '[1]'],
  hasDefault: true,
});
const word = (name: string, values: readonly string[], refused: readonly string[], hasDefault = true): Row => ({
  name,
  taken: values.map((value) => [value, value]),
  refused: [...refused, `"${values[0]}"`, `${values[0]} `, 'null', '1', ''],
  hasDefault,
});

const ROWS: readonly Row[] = [
  ...['twenty_four_hour_time', 'dense_mode', 'starred_message_counts', 'fluid_layout_width', 'high_contrast_mode'].map(
    (name) => flag(name),
  ),
  choice('color_scheme', [1, 2, 3]),
  ...['enable_drafts_synchronization', 'translate_emoticons', 'display_emoji_reaction_users'].map((name) => flag(name)),
  word('default_language', ['en', 'de', 'pt-br', 'zh-hans'], ['xx', 'DE'], false),
  word('default_view', ['recent_topics', 'all_messages'], ['inbox', 'Recent_topics']),
  ...['escape_navigates_to_default_view', 'left_side_userlist'].map((name) => flag(name)),
  word('emojiset', ['vendorA', 'vendorA-blob', 'vendorB', 'text'], ['vendorC', 'apple']),
  choice('demote_inactive_streams', [1, 2, 3]),
  choice('user_list_style', [1, 2, 3]),
  ...['enable_stream_desktop_notifications', 'enable_stream_email_notifications'].map((name) => flag(name)),
  ...['enable_stream_push_notifications', 'enable_stream_audible_notifications'].map((name) => flag(name)),
  word('notification_sound', ['ding', 'none', 'double tap'], ['boom', 'Ding']),
  ...['enable_desktop_notifications', 'enable_sounds', 'enable_offline_email_notifications'].map((name) => flag(name)),
  ...['enable_offline_push_notifications', 'enable_online_push_notifications'].map((name) => flag(name)),
  flag('enable_digest_emails'),
  flag('enable_marketing_emails', false),
  flag('enable_login_emails', false),
  ...['message_content_in_email_notifications', 'pm_content_in_desktop_notifications'].map((name) => flag(name)),
  flag('wildcard_mentions_notify'),
  choice('desktop_icon_count_display', [1, 2, 3]),
  choice('realm_name_in_email_notifications_policy', [1, 2, 3]),
  ...['presence_enabled', 'enter_sends', 'send_private_typing_notifications'].map((name) => flag(name)),
  ...['send_stream_typing_notifications', 'send_read_receipts'].map((name) => flag(name)),
  choice('email_address_visibility', [1, 2, 3, 4, 5]),
  choice('web_mark_read_on_scroll_policy', [1, 2, 3]),
  {
    name: 'email_notifications_batching_period_seconds',
    taken: [
      ['1', 1],
      ['604800', 604_800],
    ],
    refused: ['', 'null', '0', '604801', '1.5', '"60"', 'true', 'x'],
    hasDefault: true,
  },
  {
    name: 'timezone',
    taken: [['Europe/Lisbon', 'Europe/Lisbon']],
    refused: ['\0', 'Mars/Base', '+05:00'],
    hasDefault: false,
  },
];

const ONE_OF_EACH = ['dense_mode', 'enable_sounds', 'color_scheme', 'default_language', 'timezone'];

let gateway: TestGateway;
let admin: FakeUser;
const asked: object[] = [];
beforeAll(async () => {
  const note = ({ parameters }: EndpointRequest) => {
    asked.push(parameters);
    return {};
  };
  gateway = await TestGateway.start({
    features: [],
    endpoints: [updateOwnSettings, updateUserSettingsDefaults],
    services: {
      users: { [updateOwnSettings.pattern]: note },
      'realm-settings': { [updateUserSettingsDefaults.pattern]: note },
    },
    settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  });
  admin = gateway.users.add({ role: 200 });
});
afterAll(() => gateway.close());
beforeEach(() => {
  asked.splice(0);
});

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const patch = (path: string, name: string, text: string) =>
  gateway.request('PATCH', path, { as: admin, form: { [name]: text } });

describe.each(['/settings', '/settings/display', '/settings/notifications', '/realm/user_settings_defaults'])(
  'PATCH %s',
  (path) => {
    const isDefaults = path.startsWith('/realm');
    // The older paths are the same endpoint: one row of each kind says so.
    const isAlias = path.startsWith('/settings/');
    const rows = ROWS.filter(({ hasDefault, name }) =>
      isAlias ? ONE_OF_EACH.includes(name) : hasDefault || !isDefaults,
    );

    it.each(rows)('takes $name as the table says, and nothing else', async ({ name, taken, refused }) => {
      for (const [text, value] of taken) {
        expect((await patch(path, name, text)).body).toEqual({ result: 'success', msg: '' });
        expect(asked.splice(0)).toEqual([{ [camelCase(name)]: value }]);
      }
      for (const text of refused) {
        const { status, body } = await patch(path, name, text);
        expect([text, status, body['result'], body['code']]).toEqual([text, 400, 'error', 'BAD_REQUEST']);
      }
      expect(asked).toEqual([]);
    });
  },
);

it('a realm has no default for other settings: the name is ignored', async () => {
  const names = ['full_name', 'email', 'old_password', 'new_password'];
  for (const name of [...names, ...ROWS.filter(({ hasDefault }) => !hasDefault).map((row) => row.name)]) {
    const { body } = await patch('/realm/user_settings_defaults', name, 'true');
    expect(body).toEqual({ result: 'success', msg: '', ignored_parameters_unsupported: [name] });
  }
  expect(asked.every((settings) => Object.keys(settings).length === 0)).toBe(true);
});
