import { wireName } from '../kit/names.js';
import { allowsValue, type SettingRule, type SettingValue } from '../setting-rule.js';
import { LANGUAGES } from '../settings/languages.js';

/** Who may use wildcard mentions in large streams. Numbered differently from the other policies. */
export const WildcardMentionPolicy = {
  Everyone: 1,
  Members: 2,
  FullMembers: 3,
  Administrators: 5,
  Nobody: 6,
  Moderators: 7,
} as const;

/** Whether people may send direct messages. */
export const PrivateMessagePolicy = { Unlimited: 1, Disabled: 2 } as const;

/** Who may make bots. */
export const BotCreationPolicy = { Everyone: 1, LimitGenericBots: 2, Administrators: 3 } as const;

export const ORGANIZATION_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const;

/** -1 in `messageRetentionDays`. */
export const RETAIN_MESSAGES_FOREVER = -1;

export const MAX_REALM_NAME_LENGTH = 40;
export const MAX_REALM_DESCRIPTION_LENGTH = 1_000;
/** Of a realm's `str`. */
export const MAX_REALM_STR_LENGTH = 40;
const MAX_CODE_LANGUAGE_LENGTH = 40;
/** Of seconds and days that realms set: thirty years of days. */
const MAX_DAYS = 10_000;
const MAX_SECONDS = 2_147_483_647;

/** One row of the table of realm settings. */
export interface RealmSettingDefinition<Value extends SettingValue = SettingValue> {
  /** In `realm` events; with `realm_` before it in the register response. */
  readonly wireName: string;
  readonly rule: SettingRule;
  readonly initial: Value;
  /** Owners only; the rest is for administrators too. */
  readonly isForOwners: boolean;
}

type Row<Value extends SettingValue> = Omit<RealmSettingDefinition<Value>, 'wireName'>;
const row = <Value extends SettingValue>(rule: SettingRule, initial: Value, isForOwners = false): Row<Value> => ({
  rule,
  initial,
  isForOwners,
});
const flag = (initial: boolean, isForOwners = false): Row<boolean> => row({ kind: 'boolean' }, initial, isForOwners);
const choice = (values: readonly number[], initial: number, isForOwners = false): Row<number> =>
  row({ kind: 'choice', values }, initial, isForOwners);
const text = (maxLength: number, initial = ''): Row<string> => row<string>({ kind: 'text', maxLength }, initial);
const seconds = (initial: number | null): Row<number | null> =>
  row<number | null>({ kind: 'integer', min: 1, max: MAX_SECONDS, orNull: true }, initial);

const COMMON_POLICY = [1, 2, 3, 4];
const INVITE_POLICY = [1, 2, 3, 4, 6];
const WEB_PUBLIC_POLICY = [2, 4, 6, 7];

const OWNERS = true;

/*
 * Settings of a realm that PATCH /realm changes and the `realm` block of register shows, with the values of a new realm.
 * Policies: see `Policy` in libs/auth. Source: reference shapes, register and `realm` events; initial values: public
 * behaviour of the reference server, feature level 185.
 */
const ROWS = {
  name: text(MAX_REALM_NAME_LENGTH),
  description: text(MAX_REALM_DESCRIPTION_LENGTH),
  orgType: choice(ORGANIZATION_TYPES, 0),
  defaultLanguage: row<string>({ kind: 'word', values: Object.keys(LANGUAGES) }, 'en'),
  /** Empty: none. */
  defaultCodeBlockLanguage: text(MAX_CODE_LANGUAGE_LENGTH),

  // Who may do what.
  addCustomEmojiPolicy: choice(COMMON_POLICY, 1),
  botCreationPolicy: choice(Object.values(BotCreationPolicy), BotCreationPolicy.Everyone),
  createPublicStreamPolicy: choice(COMMON_POLICY, 1),
  createPrivateStreamPolicy: choice(COMMON_POLICY, 1),
  createWebPublicStreamPolicy: choice(WEB_PUBLIC_POLICY, 7),
  deleteOwnMessagePolicy: choice([1, 2, 3, 4, 5], 2),
  editTopicPolicy: choice([1, 2, 3, 4, 5, 6], 5),
  inviteToRealmPolicy: choice(INVITE_POLICY, 1, OWNERS),
  inviteToStreamPolicy: choice(COMMON_POLICY, 1),
  moveMessagesBetweenStreamsPolicy: choice(INVITE_POLICY, 2),
  privateMessagePolicy: choice(Object.values(PrivateMessagePolicy), PrivateMessagePolicy.Unlimited),
  userGroupEditPolicy: choice(COMMON_POLICY, 1),
  wildcardMentionPolicy: choice(Object.values(WildcardMentionPolicy), WildcardMentionPolicy.Administrators),
  /** Days until a new member is a full member. */
  waitingPeriodThreshold: row<number>({ kind: 'integer', min: 0, max: MAX_DAYS }, 0, OWNERS),

  // Accounts.
  inviteRequired: flag(true, OWNERS),
  emailsRestrictedToDomains: flag(false, OWNERS),
  disallowDisposableEmailAddresses: flag(true, OWNERS),
  nameChangesDisabled: flag(false),
  emailChangesDisabled: flag(false),
  avatarChangesDisabled: flag(false),

  // Messages. Null limits: none.
  allowMessageEditing: flag(true),
  allowEditHistory: flag(true),
  messageContentEditLimitSeconds: seconds(600),
  messageContentDeleteLimitSeconds: seconds(600),
  moveMessagesWithinStreamLimitSeconds: seconds(604_800),
  moveMessagesBetweenStreamsLimitSeconds: seconds(604_800),
  mandatoryTopics: flag(false),
  /** `RETAIN_MESSAGES_FOREVER`, or days. Zero days are refused where it is set. */
  messageRetentionDays: row<number>({ kind: 'integer', min: -1, max: MAX_DAYS }, RETAIN_MESSAGES_FOREVER, OWNERS),
  enableReadReceipts: flag(false),
  inlineImagePreview: flag(true),
  inlineUrlEmbedPreview: flag(false),

  // Access without an account.
  enableSpectatorAccess: flag(false),
  wantAdvertiseInCommunitiesDirectory: flag(false),

  // Mail.
  digestEmailsEnabled: flag(false),
  /** 0 Monday to 6 Sunday. */
  digestWeekday: choice([0, 1, 2, 3, 4, 5, 6], 1),
  sendWelcomeEmails: flag(true),
  messageContentAllowedInEmailNotifications: flag(true),

  // Vendors.
  videoChatProvider: choice([0, 1], 1),
  gifRating: choice([0, 1, 2, 3, 4, 5], 2),
};

/** A realm setting's name in code. */
export type RealmSettingName = keyof typeof ROWS;

/** Every setting of one realm. */
export type RealmSettings = { readonly [Name in RealmSettingName]: (typeof ROWS)[Name]['initial'] };

/** The table of realm settings. */
export const REALM_SETTINGS = Object.fromEntries(
  Object.entries(ROWS).map(([name, definition]) => [name, { ...definition, wireName: wireName(name) }]),
) as { readonly [Name in RealmSettingName]: RealmSettingDefinition<RealmSettings[Name]> };

export const REALM_SETTING_NAMES = Object.keys(ROWS) as readonly RealmSettingName[];

export const INITIAL_REALM_SETTINGS = Object.fromEntries(
  REALM_SETTING_NAMES.map((name) => [name, REALM_SETTINGS[name].initial]),
) as unknown as RealmSettings;

/** Whether `value` is one that the setting may have, as far as the table says. */
export const isRealmSettingValue = (name: RealmSettingName, value: unknown): value is SettingValue =>
  allowsValue(REALM_SETTINGS[name].rule, value);
