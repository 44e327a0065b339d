import { describe, expect, it } from '@jest/globals';
import {
  INITIAL_USER_SETTINGS,
  isSettingValue,
  settingsOnWire,
  USER_SETTING_NAMES,
  USER_SETTINGS,
} from './user-settings.js';

const where = (test: (name: (typeof USER_SETTING_NAMES)[number]) => boolean) =>
  USER_SETTING_NAMES.filter(test)
    .map((name) => USER_SETTINGS[name].wireName)
    .sort();

describe('the table of user settings', () => {
  it('has initial values that it allows itself', () => {
    expect(USER_SETTING_NAMES.filter((name) => !isSettingValue(name, USER_SETTINGS[name].initial))).toEqual([]);
  });

  it('has no realm default for what concerns one person only', () => {
    expect(where((name) => !USER_SETTINGS[name].hasRealmDefault)).toEqual([
      'default_language',
      'enable_login_emails',
      'enable_marketing_emails',
      'timezone',
    ]);
  });

  it('tells older clients of nothing that is newer than their events', () => {
    expect(where((name) => USER_SETTINGS[name].legacy === 'none')).toEqual([
      'display_emoji_reaction_users',
      'email_address_visibility',
      'escape_navigates_to_default_view',
      'send_private_typing_notifications',
      'send_read_receipts',
      'send_stream_typing_notifications',
      'user_list_style',
      'web_mark_read_on_scroll_policy',
    ]);
    expect(where((name) => USER_SETTINGS[name].legacy === 'display')).toHaveLength(15);
    expect(where((name) => USER_SETTINGS[name].legacy === 'notification')).toHaveLength(20);
  });

  it('refuses values of another kind', () => {
    expect(isSettingValue('denseMode', 1)).toBe(false);
    expect(isSettingValue('colorScheme', 4)).toBe(false);
    expect(isSettingValue('colorScheme', '1')).toBe(false);
    expect(isSettingValue('emojiset', 'other')).toBe(false);
    expect(isSettingValue('emailNotificationsBatchingPeriodSeconds', 604_801)).toBe(false);
    expect(isSettingValue('emailNotificationsBatchingPeriodSeconds', null)).toBe(false);
    expect(isSettingValue('notificationSound', 'none')).toBe(true);
  });

  it('stands on the wire in snake case', () => {
    const wire = settingsOnWire(INITIAL_USER_SETTINGS);
    expect(wire).toMatchObject({ twenty_four_hour_time: false, pm_content_in_desktop_notifications: true });
    expect(Object.keys(wire)).toHaveLength(USER_SETTING_NAMES.length);
    expect(settingsOnWire({ denseMode: false })).toEqual({ dense_mode: false });
  });
});
