import { wireName } from '../kit/names.js';
import { allowsValue, type SettingRule, type SettingValue } from '../setting-rule.js';
import { EmailAddressVisibility } from './directory-user.js';
import { LANGUAGES } from './languages.js';

/**
 * How older clients, which did not declare `user_settings_object`, hear of a change: by `update_display_settings`, by
 * `update_global_notifications`, or not at all (settings that are newer than those events).
 */
export type LegacySettingEvent = 'display' | 'notification' | 'none';

/** One row of the table of user settings. */
export interface UserSettingDefinition<Value extends SettingValue = SettingValue> {
  /** The setting's name on the wire. */
  readonly wireName: string;
  readonly rule: SettingRule;
  /** For new users, where the realm has no default of its own. */
  readonly initial: Value;
  readonly legacy: LegacySettingEvent;
  /** Marked D in the contract's table: a realm may set another default for new users. */
  readonly hasRealmDefault: boolean;
}

type Options = Partial<Pick<UserSettingDefinition, 'legacy' | 'hasRealmDefault'>>;
type Row<Value extends SettingValue> = Omit<UserSettingDefinition<Value>, 'wireName'>;

const row = <Value extends SettingValue>(rule: SettingRule, initial: Value, options: Options): Row<Value> => ({
  rule,
  initial,
  legacy: 'none',
  hasRealmDefault: true,
  ...options,
});
const flag = (initial: boolean, options: Options = {}): Row<boolean> => row({ kind: 'boolean' }, initial, options);
const choice = (values: readonly number[], initial: number, options: Options = {}): Row<number> =>
  row({ kind: 'choice', values }, initial, options);
const word = (values: readonly string[], initial: string, options: Options = {}): Row<string> =>
  row({ kind: 'word', values }, initial, options);

const DISPLAY = { legacy: 'display' } as const;
const NOTIFICATION = { legacy: 'notification' } as const;

/** Sounds that clients can play; `none` is allowed as a setting too. */
export const AVAILABLE_NOTIFICATION_SOUNDS: readonly string[] = [
  ...[
    'ascend',
    'beep_boop',
    'bink',
    'bright',
    'brlip',
    'chime',
    'deep tom',
    'ding',
    'double tap',
    'down',
    'dry bongos',
  ],
  ...['dutdut', 'fast ascend', 'flute', 'friendly', 'kick roll', 'loud tintong', 'metallic snare', 'pan', 'service'],
  ...['shaker', 'simple', 'stairs', 'subtle', 'swish', 'tintong', 'up', 'wood block', 'zaping', 'zing'],
];

export const EMOJISET_CHOICES = [
  { key: 'vendorA', text: 'Modern' },
  { key: 'vendorA-blob', text: 'Classic' },
  { key: 'vendorB', text: 'Alternative' },
  { key: 'text', text: 'Plain text' },
] as const;

const MAX_TIMEZONE_LENGTH = 40;
const SECONDS_PER_WEEK = 604_800;

/*
 * Every setting of a user that is a value (names, addresses and passwords are not). Source: API contract, "User settings";
 * initial values and the split between the two older events: public behaviour of the reference server, feature level 185.
 */
const ROWS = {
  twentyFourHourTime: flag(false, DISPLAY),
  denseMode: flag(true, DISPLAY),
  starredMessageCounts: flag(true, DISPLAY),
  fluidLayoutWidth: flag(false, DISPLAY),
  highContrastMode: flag(false, DISPLAY),
  /** 1 automatic, 2 dark, 3 light. */
  colorScheme: choice([1, 2, 3], 1, DISPLAY),
  enableDraftsSynchronization: flag(true, DISPLAY),
  translateEmoticons: flag(false, DISPLAY),
  displayEmojiReactionUsers: flag(true),
  defaultLanguage: word(Object.keys(LANGUAGES), 'en', { ...DISPLAY, hasRealmDefault: false }),
  defaultView: word(['recent_topics', 'all_messages'], 'recent_topics', DISPLAY),
  escapeNavigatesToDefaultView: flag(true),
  leftSideUserlist: flag(false, DISPLAY),
  emojiset: word(
    EMOJISET_CHOICES.map((set) => set.key),
    'vendorA',
    DISPLAY,
  ),
  /** 1 automatic, 2 always, 3 never. */
  demoteInactiveStreams: choice([1, 2, 3], 1, DISPLAY),
  /** 1 compact, 2 with status, 3 with avatar and status. */
  userListStyle: choice([1, 2, 3], 2),
  /** 1 always, 2 only in conversation views, 3 never. */
  webMarkReadOnScrollPolicy: choice([1, 2, 3], 1),
  /** IANA identifier, which the owner checks; empty when unknown. */
  timezone: row<string>({ kind: 'text', maxLength: MAX_TIMEZONE_LENGTH }, '', { ...DISPLAY, hasRealmDefault: false }),
  enterSends: flag(false, DISPLAY),

  enableStreamDesktopNotifications: flag(false, NOTIFICATION),
  enableStreamEmailNotifications: flag(false, NOTIFICATION),
  enableStreamPushNotifications: flag(false, NOTIFICATION),
  enableStreamAudibleNotifications: flag(false, NOTIFICATION),
  notificationSound: word([...AVAILABLE_NOTIFICATION_SOUNDS, 'none'], 'service', NOTIFICATION),
  enableDesktopNotifications: flag(true, NOTIFICATION),
  enableSounds: flag(true, NOTIFICATION),
  emailNotificationsBatchingPeriodSeconds: row<number>(
    { kind: 'integer', min: 1, max: SECONDS_PER_WEEK },
    120,
    NOTIFICATION,
  ),
  enableOfflineEmailNotifications: flag(true, NOTIFICATION),
  enableOfflinePushNotifications: flag(true, NOTIFICATION),
  enableOnlinePushNotifications: flag(true, NOTIFICATION),
  enableDigestEmails: flag(true, NOTIFICATION),
  enableMarketingEmails: flag(true, { ...NOTIFICATION, hasRealmDefault: false }),
  enableLoginEmails: flag(true, { ...NOTIFICATION, hasRealmDefault: false }),
  messageContentInEmailNotifications: flag(true, NOTIFICATION),
  pmContentInDesktopNotifications: flag(true, NOTIFICATION),
  wildcardMentionsNotify: flag(true, NOTIFICATION),
  /** 1 all unreads, 2 private messages and mentions, 3 none. */
  desktopIconCountDisplay: choice([1, 2, 3], 1, NOTIFICATION),
  /** 1 automatic, 2 always, 3 never. */
  realmNameInEmailNotificationsPolicy: choice([1, 2, 3], 1, NOTIFICATION),
  presenceEnabled: flag(true, NOTIFICATION),

  sendPrivateTypingNotifications: flag(true),
  sendStreamTypingNotifications: flag(true),
  sendReadReceipts: flag(true),
  emailAddressVisibility: choice(Object.values(EmailAddressVisibility), EmailAddressVisibility.Everyone),
};

/** A setting's name in code. */
export type UserSettingName = keyof typeof ROWS;

/** Every setting of one user. */
export type UserSettings = { readonly [Name in UserSettingName]: (typeof ROWS)[Name]['initial'] };

/** The table of user settings, in the contract's order. */
export const USER_SETTINGS = Object.fromEntries(
  Object.entries(ROWS).map(([name, definition]) => [name, { ...definition, wireName: wireName(name) }]),
) as { readonly [Name in UserSettingName]: UserSettingDefinition<UserSettings[Name]> };

export const USER_SETTING_NAMES = Object.keys(ROWS) as readonly UserSettingName[];

/** The settings that a realm may set defaults for. */
export const REALM_DEFAULT_SETTING_NAMES: readonly UserSettingName[] = USER_SETTING_NAMES.filter(
  (name) => USER_SETTINGS[name].hasRealmDefault,
);

/** What a new user gets in a realm without defaults of its own. */
export const INITIAL_USER_SETTINGS = Object.fromEntries(
  USER_SETTING_NAMES.map((name) => [name, USER_SETTINGS[name].initial]),
) as unknown as UserSettings;

/** Whether `value` is one that the setting may have, as far as the table says. */
export const isSettingValue = (name: UserSettingName, value: unknown): value is SettingValue =>
  allowsValue(USER_SETTINGS[name].rule, value);

/** Settings under their names on the wire. */
export const settingsOnWire = (settings: Partial<UserSettings>): Readonly<Record<string, SettingValue>> =>
  Object.fromEntries(
    USER_SETTING_NAMES.filter((name) => settings[name] !== undefined).map((name) => [
      USER_SETTINGS[name].wireName,
      settings[name] as SettingValue,
    ]),
  );
