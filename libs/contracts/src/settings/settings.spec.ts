import { describe, expect, it } from '@jest/globals';
import { fieldsOf } from '../kit/described-class.js';
import { writerOf } from '../kit/types/index.js';
import { validated } from '../kit/types/object-in-code.js';
import { clientEventsOf, TEST_CLIENT, TEST_READER } from '../testing/client-events-of.js';
import { DisplaySettings, NotificationSettings, UserSettingsChanged } from './settings.events.js';
import {
  INITIAL_USER_SETTINGS,
  InheritedSettings,
  SettingsChange,
  USER_SETTING_NAMES,
  UserSettings,
} from './settings.schema.js';

const namesOf = (target: Parameters<typeof fieldsOf>[0]) => fieldsOf(target).map(({ wireName }) => wireName);

describe('the description of user settings', () => {
  it('allows its own initial values', () => {
    expect(() => validated(UserSettings, INITIAL_USER_SETTINGS)).not.toThrow();
  });

  it('has no realm default for settings of one person', () => {
    const inherited = namesOf(InheritedSettings);

    expect(
      namesOf(UserSettings)
        .filter((name) => !inherited.includes(name))
        .sort(),
    ).toEqual(['default_language', 'enable_login_emails', 'enable_marketing_emails', 'timezone']);
  });

  it('tells older clients of nothing that is newer than their events', () => {
    const older = [...namesOf(DisplaySettings), ...namesOf(NotificationSettings)];

    expect(
      namesOf(UserSettings)
        .filter((name) => !older.includes(name))
        .sort(),
    ).toEqual([
      'display_emoji_reaction_users',
      'email_address_visibility',
      'escape_navigates_to_default_view',
      'send_private_typing_notifications',
      'send_read_receipts',
      'send_stream_typing_notifications',
      'user_list_style',
      'web_mark_read_on_scroll_policy',
    ]);
    // With emojiset_choices and available_notification_sounds.
    expect(namesOf(DisplaySettings)).toHaveLength(15 + 1);
    expect(namesOf(NotificationSettings)).toHaveLength(20 + 1);
  });

  it.each([
    { denseMode: 1 },
    { colorScheme: 4 },
    { colorScheme: '1' },
    { emojiset: 'other' },
    { emailNotificationsBatchingPeriodSeconds: 604_801 },
    { emailNotificationsBatchingPeriodSeconds: null },
    { timezone: 'Mars/Base' },
  ])('refuses %j', (change) => {
    expect(() => validated(SettingsChange, change)).toThrow();
  });

  it('allows silence as a sound', () => {
    expect(() => validated(SettingsChange, { notificationSound: 'none' })).not.toThrow();
  });

  it('stands on the wire in snake case', () => {
    const wire = writerOf(UserSettings)(INITIAL_USER_SETTINGS) as object;

    expect(wire).toMatchObject({ twenty_four_hour_time: false, pm_content_in_desktop_notifications: true });
    expect(Object.keys(wire)).toHaveLength(USER_SETTING_NAMES.length);
  });
});

describe('changed settings', () => {
  const changes = [
    { name: 'denseMode', value: false },
    { name: 'enableSounds', value: false },
    { name: 'sendReadReceipts', value: false },
    { name: 'defaultLanguage', value: 'de' },
  ] as const;

  it('come as user_settings, and in the older forms for older clients', () => {
    const older = { ...TEST_CLIENT, capabilities: { ...TEST_CLIENT.capabilities, userSettingsObject: false } };
    const forNewer = clientEventsOf(UserSettingsChanged, { userId: 5, changes }) ?? [];
    const forOlder = clientEventsOf(UserSettingsChanged, { userId: 5, changes }, TEST_READER, older) ?? [];

    expect(forNewer.map((event) => [event['property'], event['value']])).toEqual([
      ['dense_mode', false],
      ['enable_sounds', false],
      ['send_read_receipts', false],
      ['default_language', 'de'],
    ]);
    expect(forOlder.filter((event) => event.type !== 'user_settings')).toEqual([
      { type: 'update_display_settings', setting_name: 'dense_mode', setting: false },
      { type: 'update_global_notifications', notification_name: 'enable_sounds', setting: false },
      { type: 'update_display_settings', setting_name: 'default_language', setting: 'de', language_name: 'German' },
    ]);
  });
});
