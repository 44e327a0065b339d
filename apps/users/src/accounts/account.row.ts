import { type Account, type EmailAddressVisibility, INITIAL_USER_SETTINGS, type UserSettings } from '@chat/contracts';
import { selectedColumns } from '@chat/persistence';
import { AccountEntity } from './account.entity.js';

/** An account as reads return it. */
export type AccountRow = Readonly<Omit<AccountEntity, 'deliveryEmailKey' | 'emailKey'>>;

/** Selects an `AccountRow` from the table `account AS a`, for statements that do more than a repository can. */
export const ACCOUNT_COLUMNS = selectedColumns(AccountEntity, 'a', ['deliveryEmailKey', 'emailKey']);

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

/** The account as other services see it. Names every field, since rows of larger statements hold secrets, too. */
export function toAccount(row: AccountRow): Account {
  const settings = settingsOf(row);
  return {
    userId: row.userId,
    email: row.email,
    deliveryEmail: row.deliveryEmail,
    emailAddressVisibility: settings.emailAddressVisibility as EmailAddressVisibility,
    fullName: row.fullName,
    role: row.role,
    isActive: row.isActive,
    isBillingAdmin: row.isBillingAdmin,
    isBot: row.isBot,
    botType: row.botType,
    botOwnerId: row.botOwnerId,
    isSystemBot: row.isSystemBot,
    canCreateUsers: row.canCreateUsers,
    avatarSource: row.avatarSource,
    avatarVersion: row.avatarVersion,
    avatarToken: row.avatarToken,
    timezone: settings.timezone,
    joinedAtSeconds: row.joinedAtSeconds,
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
    alertWords: row.alertWords,
  };
}
