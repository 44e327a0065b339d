import { badRequest } from '../errors/api-errors.js';
import { type Class, defineField, fieldsOf } from '../kit/described-class.js';
import { type FieldDecorator, ListOf, Text } from '../kit/fields.js';
import { PartialType } from '../kit/mapped-classes.js';
import { bool, type FieldType, integer, oneOf, refined, text } from '../kit/types/index.js';
import { LANGUAGES } from './languages.js';

/** The users that see the real address of a user. */
export const EmailAddressVisibility = { Everyone: 1, Members: 2, Administrators: 3, Nobody: 4, Moderators: 5 } as const;
export type EmailAddressVisibility = (typeof EmailAddressVisibility)[keyof typeof EmailAddressVisibility];

export type UserSettingValue = boolean | number | string;

/** Deprecated events for clients without `user_settings_object`. Newer settings have none. */
export type LegacySettingEvent = 'display' | 'notification';

interface UserSettingDefinition {
  /** For new users of a realm without a default. */
  readonly initial: UserSettingValue;
  readonly legacy: LegacySettingEvent | undefined;
}

const definitions: Record<string, UserSettingDefinition> = {};

const setting =
  <Value extends UserSettingValue>(
    type: FieldType<Value>,
    initial: NoInfer<Value>,
    legacy?: LegacySettingEvent,
  ): FieldDecorator<Value> =>
  (target, key) => {
    defineField(target.constructor as Class, key, type);
    definitions[key] = { initial, legacy };
  };
const Flag = (initial: boolean, legacy?: LegacySettingEvent) => setting(bool(), initial, legacy);
const Choice = (values: readonly number[], initial: number, legacy?: LegacySettingEvent) =>
  setting(oneOf(values), initial, legacy);
const Word = (values: readonly string[], initial: string, legacy?: LegacySettingEvent) =>
  setting(oneOf(values), initial, legacy);

/** Sounds of clients; the setting may also be `none`. */
const NOTIFICATION_SOUNDS: readonly string[] = [
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
const sound = refined(text(), (value) => {
  if (value !== 'none' && !NOTIFICATION_SOUNDS.includes(value))
    throw badRequest(`Invalid notification sound '${value}'`);
});

const EMOJISETS: readonly EmojisetChoice[] = [
  { key: 'vendorA', text: 'Modern' },
  { key: 'vendorA-blob', text: 'Classic' },
  { key: 'vendorB', text: 'Alternative' },
  { key: 'text', text: 'Plain text' },
];
const EMOJISET_KEYS = EMOJISETS.map(({ key }) => key);

const SECONDS_PER_WEEK = 604_800;
const batchingPeriod = refined(integer(), (seconds) => {
  if (seconds < 1 || seconds > SECONDS_PER_WEEK) throw badRequest(`Invalid email batching period: ${seconds} seconds`);
});

/** Canonical IANA names. The first use lists them, because this takes milliseconds of a start. */
let canonical: ReadonlySet<string> | undefined;
/** The form of IANA names; the runtime also accepts other letter cases and plain offsets. */
const WRITTEN_AS_IANA = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)*$/;

/** Whether the name is an IANA time zone or a link to one. Empty: unknown. */
function isTimeZone(name: string): boolean {
  canonical ??= new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
  if (name === '' || canonical.has(name)) return true;
  if (!WRITTEN_AS_IANA.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const timeZone = refined(text(), (value, name) => {
  if (!isTimeZone(value)) throw badRequest(`${name} is not a recognized time zone`);
});

/** Settings of new users that a realm may change. */
export class InheritedSettings {
  @Flag(false, 'display') twentyFourHourTime!: boolean;
  @Flag(true, 'display') denseMode!: boolean;
  @Flag(true, 'display') starredMessageCounts!: boolean;
  @Flag(false, 'display') fluidLayoutWidth!: boolean;
  @Flag(false, 'display') highContrastMode!: boolean;
  /** 1 automatic, 2 dark, 3 light. */
  @Choice([1, 2, 3], 1, 'display') colorScheme!: number;
  @Flag(true, 'display') enableDraftsSynchronization!: boolean;
  @Flag(false, 'display') translateEmoticons!: boolean;
  @Flag(true) displayEmojiReactionUsers!: boolean;
  @Word(['recent_topics', 'all_messages'], 'recent_topics', 'display') defaultView!: string;
  @Flag(true) escapeNavigatesToDefaultView!: boolean;
  @Flag(false, 'display') leftSideUserlist!: boolean;
  @Word(EMOJISET_KEYS, 'vendorA', 'display') emojiset!: string;
  /** 1 automatic, 2 always, 3 never. */
  @Choice([1, 2, 3], 1, 'display') demoteInactiveStreams!: number;
  /** 1 compact, 2 with status, 3 with avatar and status. */
  @Choice([1, 2, 3], 2) userListStyle!: number;
  /** 1 always, 2 only in conversation views, 3 never. */
  @Choice([1, 2, 3], 1) webMarkReadOnScrollPolicy!: number;
  @Flag(false, 'display') enterSends!: boolean;

  @Flag(false, 'notification') enableStreamDesktopNotifications!: boolean;
  @Flag(false, 'notification') enableStreamEmailNotifications!: boolean;
  @Flag(false, 'notification') enableStreamPushNotifications!: boolean;
  @Flag(false, 'notification') enableStreamAudibleNotifications!: boolean;
  @setting(sound, 'service', 'notification') notificationSound!: string;
  @Flag(true, 'notification') enableDesktopNotifications!: boolean;
  @Flag(true, 'notification') enableSounds!: boolean;
  @setting(batchingPeriod, 120, 'notification') emailNotificationsBatchingPeriodSeconds!: number;
  @Flag(true, 'notification') enableOfflineEmailNotifications!: boolean;
  @Flag(true, 'notification') enableOfflinePushNotifications!: boolean;
  @Flag(true, 'notification') enableOnlinePushNotifications!: boolean;
  @Flag(true, 'notification') enableDigestEmails!: boolean;
  @Flag(true, 'notification') messageContentInEmailNotifications!: boolean;
  @Flag(true, 'notification') pmContentInDesktopNotifications!: boolean;
  @Flag(true, 'notification') wildcardMentionsNotify!: boolean;
  /** 1 all unreads, 2 private messages and mentions, 3 none. */
  @Choice([1, 2, 3], 1, 'notification') desktopIconCountDisplay!: number;
  /** 1 automatic, 2 always, 3 never. */
  @Choice([1, 2, 3], 1, 'notification') realmNameInEmailNotificationsPolicy!: number;
  @Flag(true, 'notification') presenceEnabled!: boolean;

  @Flag(true) sendPrivateTypingNotifications!: boolean;
  @Flag(true) sendStreamTypingNotifications!: boolean;
  @Flag(true) sendReadReceipts!: boolean;
  @Choice(Object.values(EmailAddressVisibility), EmailAddressVisibility.Everyone) emailAddressVisibility!: number;
}

/** Every setting of one user. */
export class UserSettings extends InheritedSettings {
  @Word(Object.keys(LANGUAGES), 'en', 'display') defaultLanguage!: string;
  /** IANA identifier; empty if unknown. */
  @setting(timeZone, '', 'display') timezone!: string;
  @Flag(true, 'notification') enableMarketingEmails!: boolean;
  @Flag(true, 'notification') enableLoginEmails!: boolean;
}

export type UserSettingName = keyof UserSettings;
export const USER_SETTING_NAMES = fieldsOf(UserSettings).map(({ property }) => property as UserSettingName);

/** The definition of each setting besides its field. */
export const USER_SETTINGS = definitions as Readonly<Record<UserSettingName, UserSettingDefinition>>;

/** Settings of a new user in a realm without defaults. */
export const INITIAL_USER_SETTINGS = Object.fromEntries(
  USER_SETTING_NAMES.map((name) => [name, USER_SETTINGS[name].initial]),
) as unknown as Readonly<UserSettings>;

/** The settings of a class in an object of a newer release, which may have more. */
export const settingsIn = <Settings extends object>(target: Class<Settings>, given: Partial<Settings>) =>
  Object.fromEntries(
    fieldsOf(target)
      .map(({ property }) => [property, given[property as keyof Settings]])
      .filter(([, value]) => value !== undefined),
  ) as Partial<Settings>;

/** An accepted value of the setting `emojiset`, with its label for a settings dialog. */
export class EmojisetChoice {
  @Text() key!: string;
  @Text() text!: string;
}

/** All settings, and the choices of a settings dialog. */
export class UserSettingsWithChoices extends UserSettings {
  @ListOf(text()) availableNotificationSounds!: readonly string[];
  @ListOf(EmojisetChoice) emojisetChoices!: readonly EmojisetChoice[];
}

export const SETTING_CHOICES = { availableNotificationSounds: NOTIFICATION_SOUNDS, emojisetChoices: EMOJISETS };

/** Changes of own settings and of the own account; absent fields do not change. */
export class SettingsChange extends PartialType(UserSettings) {
  @Text({ controlCharacters: 'allowed', optional: true }) fullName?: string;
  @Text({ controlCharacters: 'refused', optional: true }) email?: string;
  @Text({ controlCharacters: 'allowed', optional: true }) oldPassword?: string;
  @Text({ controlCharacters: 'allowed', optional: true }) newPassword?: string;
}
