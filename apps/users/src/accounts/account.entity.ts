import {
  type Account,
  type BotDefaults,
  INITIAL_USER_SETTINGS,
  type NamedId,
  type Role,
  type UserSettings,
} from '@chat/contracts';
import { selectedColumns } from '@chat/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { nameKey } from './names.js';

/** A person or a bot. Reads leave out the folded addresses. */
@Entity('account')
export class AccountEntity {
  /** Allocated before the insert (`allocateUserIds`). */
  @PrimaryColumn('bigint') userId!: number;
  @Column('bigint') realmId!: number;
  @Column('text') deliveryEmail!: string;
  @Column('text', { select: false }) deliveryEmailKey?: string;
  @Column('text') email!: string;
  @Column('text', { select: false }) emailKey?: string;
  @Column('text') fullName!: string;
  @Column('smallint') role!: Role;
  @Column('boolean') isActive!: boolean;
  @Column('boolean') isBillingAdmin!: boolean;
  @Column('boolean') canCreateUsers!: boolean;
  @Column('boolean') isBot!: boolean;
  @Column('smallint', { nullable: true }) botType!: number | null;
  @Column('bigint', { nullable: true }) botOwnerId!: number | null;
  /** Null for people, and for bots without defaults. */
  @Column('jsonb', { nullable: true }) botDefaults!: BotDefaults | null;
  @Column('boolean') isSystemBot!: boolean;
  /** Not yet a full member: joined less than the realm's waiting period ago. */
  @Column('boolean') isProvisional!: boolean;
  @Column('text') avatarSource!: 'G' | 'U';
  @Column('integer') avatarVersion!: number;
  @Column('text', { nullable: true }) avatarToken!: string | null;
  /** Only the settings that differ from the initial values. */
  @Column('jsonb') settings!: Partial<UserSettings>;
  @Column('text', { array: true }) alertWords!: readonly string[];
  @Column('bigint', { name: 'joined_at' }) joinedAtSeconds!: number;
}

/** The API key of an account, as `ApiKeyVault` seals it. */
@Entity('api_key')
export class ApiKeyEntity {
  @PrimaryColumn('bigint') userId!: number;
  @Column('bytea', { name: 'key_index' }) index!: Buffer;
  @Column('bytea', { name: 'key_encrypted' }) encrypted!: Buffer;
  @Column('timestamptz') createdAt!: Date;
}

/** Accounts that never had a password have no row. */
@Entity('password')
export class PasswordEntity {
  @PrimaryColumn('bigint') userId!: number;
  /** Argon2id in PHC form. */
  @Column('text') hash!: string;
  @Column('timestamptz') changedAt!: Date;
}

/** An account as reads return it. */
export type AccountRow = Readonly<Omit<AccountEntity, 'deliveryEmailKey' | 'emailKey'>>;

/** Selects an `AccountRow` from the table `account AS a`, for statements that do more than a repository can. */
export const ACCOUNT_COLUMNS = selectedColumns(AccountEntity, 'a', ['deliveryEmailKey', 'emailKey']);

/** Whether the text is the real address of the account. */
export const isAddressOf = (account: Pick<AccountRow, 'deliveryEmail'>, email: string): boolean =>
  nameKey(account.deliveryEmail) === nameKey(email);

/** Every setting of the account. */
export const settingsOf = (account: Pick<AccountRow, 'settings'>): UserSettings => ({
  ...INITIAL_USER_SETTINGS,
  ...account.settings,
});

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
    emailAddressVisibility: settings.emailAddressVisibility as Account['emailAddressVisibility'],
    fullName: row.fullName,
    role: row.role,
    isActive: row.isActive,
    isBillingAdmin: row.isBillingAdmin,
    isBot: row.isBot,
    botType: row.botType,
    botOwnerId: row.botOwnerId,
    ...(row.isBot && { botDefaults: botDefaultsOf(row) }),
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

const NO_DEFAULTS: BotDefaults = { sendingStream: null, eventsRegisterStream: null, allPublicStreams: false };

/** Fixes the order of the members, since jsonb has its own. */
export function botDefaultsOf({ botDefaults }: Pick<AccountRow, 'botDefaults'>): BotDefaults {
  const { sendingStream, eventsRegisterStream, allPublicStreams } = botDefaults ?? NO_DEFAULTS;
  return { sendingStream: named(sendingStream), eventsRegisterStream: named(eventsRegisterStream), allPublicStreams };
}

const named = (stream: NamedId | null): NamedId | null => stream && { id: stream.id, name: stream.name };
