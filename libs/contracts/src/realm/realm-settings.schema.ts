import { badRequest, badValue } from '../errors/api-errors.js';
import { type Class, defineField, type FieldOptions, fieldsOf } from '../kit/described-class.js';
import type { FieldDecorator } from '../kit/fields.js';
import { invalidValue } from '../kit/parameter-errors.js';
import {
  anyOf,
  bool,
  count,
  type FieldType,
  integer,
  mapped,
  oneOf,
  orNull,
  refined,
  type TextOptions,
  text,
} from '../kit/types/index.js';
import { SecondFactorPolicy } from '../second-factors/second-factor-policy.js';
import { LANGUAGES } from '../settings/languages.js';

/** The roles that may use wildcard mentions in large streams. The numbers differ from other policies. */
export const WildcardMentionPolicy = {
  Everyone: 1,
  Members: 2,
  FullMembers: 3,
  Administrators: 5,
  Nobody: 6,
  Moderators: 7,
} as const;

export const PrivateMessagePolicy = { Unlimited: 1, Disabled: 2 } as const;

/** The roles that may create bots. */
export const BotCreationPolicy = { Everyone: 1, LimitGenericBots: 2, Administrators: 3 } as const;

/** -1 in `messageRetentionDays`. */
export const RETAIN_MESSAGES_FOREVER = -1;

/** Kinds of organizations; 0: not chosen. */
export const ORG_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const;
export const MAX_REALM_NAME_LENGTH = 40;
export const MAX_REALM_STR_LENGTH = 40;
const MAX_DAYS = 10_000;
const MAX_SECONDS = 2_147_483_647;

export type RealmSettingValue = boolean | number | string | null;

interface RealmSettingDefinition {
  /** Value in a new realm. */
  readonly initial: RealmSettingValue;
  /** Only owners may change it; administrators may change other settings. */
  readonly isForOwners: boolean;
  /** The parameter of PATCH /realm. */
  readonly parameter: FieldType;
}

interface SettingOptions<Value> extends FieldOptions<Value> {
  readonly isForOwners?: boolean;
  /** The type in requests, if it differs from the type in responses. */
  readonly parameter?: FieldType<Value>;
}

const definitions: Record<string, RealmSettingDefinition> = {};

const setting =
  <Value extends RealmSettingValue>(
    type: FieldType<Value>,
    initial: NoInfer<Value>,
    { isForOwners = false, parameter = type, ...options }: SettingOptions<Value> = {},
  ): FieldDecorator<Value> =>
  (target, key) => {
    defineField(target.constructor as Class, key, type as FieldType, options);
    definitions[key] = { initial, isForOwners, parameter: parameter as FieldType };
  };

const forOwners = { isForOwners: true } as const;
const Flag = (initial: boolean, options?: typeof forOwners) => setting(bool(), initial, options);
const Choice = (values: readonly number[], initial: number, options?: SettingOptions<number>) =>
  setting(oneOf(values), initial, options);

/** Replicas of 0.1.0 publish realms without it. */
const LaterChoice = (values: readonly number[], initial: number, options: SettingOptions<number>) =>
  Choice(values, initial, { ...options, optional: true }) as FieldDecorator<number | undefined>;

/** A number defined by a vendor. The error quotes other values. */
const VendorChoice = (values: readonly number[], initial: number) =>
  Choice(values, initial, {
    parameter: refined(integer(), (value, name) => {
      if (!values.includes(value)) throw badRequest(`Invalid ${name} ${value}`);
    }),
  });

const textWithout = (excluded: RegExp, options: TextOptions) =>
  refined(text({ ...options, controlCharacters: 'allowed' }), (value, name) => {
    if (excluded.test(value)) throw badRequest(`Invalid characters in ${name}!`);
  });
const line = (options: TextOptions) => textWithout(/\p{Cc}/u, options);

const language = refined(text({ controlCharacters: 'allowed' }), (value) => {
  if (!Object.hasOwn(LANGUAGES, value)) throw badRequest(`Invalid language '${value}'`);
});
const codeLanguage = line({ max: 40 });
/** Null for clients means no language. */
const codeLanguageOrNull: FieldType<string> = {
  ...codeLanguage,
  schema: orNull(codeLanguage).schema,
  toWire: (value) => value || null,
};

/** Seconds or days from one, or a word for no limit, as JSON or plain text. */
const limit = <Unlimited extends number | null>(
  type: FieldType<number | Unlimited>,
  unlimited: Unlimited,
  max: number,
) =>
  mapped(
    anyOf([integer(), text()], { orPlainText: true, what: 'a string or integer' }),
    (value, name): number | Unlimited => {
      if (value === 'unlimited') return unlimited;
      if (typeof value === 'string' || value < 1) throw badValue(name, String(value));
      if (value > max) throw invalidValue(name);
      return value;
    },
    type.problemOf,
  );
const secondsOrNull = orNull(integer({ min: 1, max: MAX_SECONDS }));
const Seconds = (initial: number) =>
  setting(secondsOrNull, initial, { parameter: limit(secondsOrNull, null, MAX_SECONDS) });
const retentionDays = integer({ min: RETAIN_MESSAGES_FOREVER, max: MAX_DAYS });
const waitingDays = refined(count(), (days, name) => {
  if (days > MAX_DAYS) throw invalidValue(name);
});

const COMMON_POLICY = [1, 2, 3, 4];
const INVITE_POLICY = [1, 2, 3, 4, 6];

/** The settings that PATCH /realm changes, with their initial values. Policies: see `Policy` in libs/auth. */
export class RealmSettings {
  @setting(line({ max: MAX_REALM_NAME_LENGTH, blank: false }), '') name!: string;
  @setting(textWithout(/\0/, { max: 1_000 }), '') description!: string;
  @Choice(ORG_TYPES, 0) orgType!: number;
  @setting(language, 'en') defaultLanguage!: string;
  /** Empty: none. */
  @setting(codeLanguageOrNull, '', { parameter: codeLanguage }) defaultCodeBlockLanguage!: string;

  // Permissions.
  @Choice(COMMON_POLICY, 1) addCustomEmojiPolicy!: number;
  @Choice(Object.values(BotCreationPolicy), BotCreationPolicy.Everyone) botCreationPolicy!: number;
  @Choice(COMMON_POLICY, 1) createPublicStreamPolicy!: number;
  @Choice(COMMON_POLICY, 1) createPrivateStreamPolicy!: number;
  @Choice([2, 4, 6, 7], 7) createWebPublicStreamPolicy!: number;
  @Choice([1, 2, 3, 4, 5], 2) deleteOwnMessagePolicy!: number;
  @Choice([1, 2, 3, 4, 5, 6], 5) editTopicPolicy!: number;
  @Choice(INVITE_POLICY, 1, forOwners) inviteToRealmPolicy!: number;
  @Choice(COMMON_POLICY, 1) inviteToStreamPolicy!: number;
  @Choice(INVITE_POLICY, 2) moveMessagesBetweenStreamsPolicy!: number;
  @Choice(Object.values(PrivateMessagePolicy), PrivateMessagePolicy.Unlimited) privateMessagePolicy!: number;
  @Choice(COMMON_POLICY, 1) userGroupEditPolicy!: number;
  @Choice(Object.values(WildcardMentionPolicy), WildcardMentionPolicy.Administrators) wildcardMentionPolicy!: number;
  /** Days until a new member becomes a full member. */
  @setting(waitingDays, 0, forOwners) waitingPeriodThreshold!: number;

  // Accounts.
  @Flag(true, forOwners) inviteRequired!: boolean;
  @Flag(false, forOwners) emailsRestrictedToDomains!: boolean;
  @Flag(true, forOwners) disallowDisposableEmailAddresses!: boolean;
  @LaterChoice(Object.values(SecondFactorPolicy), SecondFactorPolicy.Optional, {
    ...forOwners,
    description: '1 no one needs a second factor, 2 administrators and owners do, 3 everyone does.',
  })
  secondFactorPolicy?: number;
  @Flag(false) nameChangesDisabled!: boolean;
  @Flag(false) emailChangesDisabled!: boolean;
  @Flag(false) avatarChangesDisabled!: boolean;

  // Messages. Null limits: none.
  @Flag(true) allowMessageEditing!: boolean;
  @Flag(true) allowEditHistory!: boolean;
  @Seconds(600) messageContentEditLimitSeconds!: number | null;
  @Seconds(600) messageContentDeleteLimitSeconds!: number | null;
  @Seconds(604_800) moveMessagesWithinStreamLimitSeconds!: number | null;
  @Seconds(604_800) moveMessagesBetweenStreamsLimitSeconds!: number | null;
  @Flag(false) mandatoryTopics!: boolean;
  @setting(retentionDays, RETAIN_MESSAGES_FOREVER, {
    ...forOwners,
    parameter: limit(retentionDays, RETAIN_MESSAGES_FOREVER, MAX_DAYS),
    description: '-1: for ever.',
  })
  messageRetentionDays!: number;
  @Flag(false) enableReadReceipts!: boolean;
  @Flag(true) inlineImagePreview!: boolean;
  @Flag(false) inlineUrlEmbedPreview!: boolean;

  // Access without an account.
  @Flag(false) enableSpectatorAccess!: boolean;
  @Flag(false) wantAdvertiseInCommunitiesDirectory!: boolean;

  // Mail.
  @Flag(false) digestEmailsEnabled!: boolean;
  /** 0 Monday to 6 Sunday. */
  @Choice([0, 1, 2, 3, 4, 5, 6], 1) digestWeekday!: number;
  @Flag(true) sendWelcomeEmails!: boolean;
  @Flag(true) messageContentAllowedInEmailNotifications!: boolean;

  // Vendors.
  @VendorChoice([0, 1], 1) videoChatProvider!: number;
  @VendorChoice([0, 1, 2, 3, 4, 5], 2) gifRating!: number;
}

type RealmSettingName = keyof RealmSettings;
export const REALM_SETTING_NAMES = fieldsOf(RealmSettings).map(({ property }) => property as RealmSettingName);

/** The definition of each setting besides its field. */
export const REALM_SETTINGS = definitions as Readonly<Record<RealmSettingName, RealmSettingDefinition>>;

export const INITIAL_REALM_SETTINGS = Object.fromEntries(
  REALM_SETTING_NAMES.map((name) => [name, REALM_SETTINGS[name].initial]),
) as unknown as Readonly<RealmSettings>;

/** The settings as parameters of PATCH /realm. */
export abstract class RealmSettingChanges {}
for (const name of REALM_SETTING_NAMES) {
  defineField(RealmSettingChanges, name, REALM_SETTINGS[name].parameter, { optional: true });
}
