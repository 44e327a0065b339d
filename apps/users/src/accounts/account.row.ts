import { type Account, type EmailAddressVisibility, INITIAL_USER_SETTINGS, type UserSettings } from '@chat/contracts';
import type { AccountEntity } from './account.entity.js';

/** An account as reads return it. */
export type AccountRow = Readonly<Omit<AccountEntity, 'deliveryEmailKey' | 'emailKey'>>;

/** Selects an `AccountRow` from the table `account AS a`, for statements that do more than a repository can. */
export const ACCOUNT_COLUMNS = `a.user_id AS "userId", a.realm_id AS "realmId", a.delivery_email AS "deliveryEmail", a.email,
  a.full_name AS "fullName", a.role, a.is_active AS "isActive", a.is_billing_admin AS "isBillingAdmin",
  a.can_create_users AS "canCreateUsers", a.is_bot AS "isBot", a.bot_type AS "botType", a.bot_owner_id AS "botOwnerId",
  a.is_system_bot AS "isSystemBot", a.is_provisional AS "isProvisional", a.avatar_source AS "avatarSource",
  a.avatar_version AS "avatarVersion", a.avatar_token AS "avatarToken", a.settings, a.alert_words AS "alertWords",
  a.joined_at AS "joinedAtSeconds"`;

/** Every setting of the account. */
export const settingsOf = (account: Pick<AccountRow, 'settings'>): UserSettings => ({
  ...INITIAL_USER_SETTINGS,
  ...account.settings,
});

/** Settings as they are stored. */
export const storedSettings = (settings: Partial<UserSettings>): Partial<UserSettings> =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== INITIAL_USER_SETTINGS[name as keyof UserSettings]),
  );

/** What other services may know of the account. */
export function toAccount(account: AccountRow): Account {
  const settings = settingsOf(account);
  return {
    userId: account.userId,
    email: account.email,
    deliveryEmail: account.deliveryEmail,
    emailAddressVisibility: settings.emailAddressVisibility as EmailAddressVisibility,
    fullName: account.fullName,
    role: account.role,
    isActive: account.isActive,
    isBillingAdmin: account.isBillingAdmin,
    isBot: account.isBot,
    botType: account.botType,
    botOwnerId: account.botOwnerId,
    isSystemBot: account.isSystemBot,
    canCreateUsers: account.canCreateUsers,
    avatarSource: account.avatarSource,
    avatarVersion: account.avatarVersion,
    avatarToken: account.avatarToken,
    timezone: settings.timezone,
    joinedAtSeconds: account.joinedAtSeconds,
    settings: {
      translateEmoticons: settings.translateEmoticons,
      enableDraftsSynchronization: settings.enableDraftsSynchronization,
      sendReadReceipts: settings.sendReadReceipts,
      presenceEnabled: settings.presenceEnabled,
      wildcardMentionsNotify: settings.wildcardMentionsNotify,
      enableStreamDesktopNotifications: settings.enableStreamDesktopNotifications,
      enableStreamEmailNotifications: settings.enableStreamEmailNotifications,
      enableStreamPushNotifications: settings.enableStreamPushNotifications,
      enableStreamAudibleNotifications: settings.enableStreamAudibleNotifications,
      sendPrivateTypingNotifications: settings.sendPrivateTypingNotifications,
      sendStreamTypingNotifications: settings.sendStreamTypingNotifications,
    },
    alertWords: account.alertWords,
  };
}
