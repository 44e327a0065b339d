import { type Account, EmailAddressVisibility, Role } from '@chat/contracts';

/** A member of a realm with the settings of a new account, except for `fields`, as the users service publishes it. */
export function accountRecord(userId: number, fields: Partial<Account> = {}): Account {
  const email = `user${userId}@example.com`;
  return {
    userId,
    email,
    deliveryEmail: fields.email ?? email,
    emailAddressVisibility: EmailAddressVisibility.Everyone,
    fullName: `User ${userId}`,
    role: Role.Member,
    isActive: true,
    isBillingAdmin: false,
    isBot: false,
    botType: fields.isBot ? 1 : null,
    botOwnerId: null,
    avatarSource: 'G',
    avatarVersion: 1,
    timezone: '',
    joinedAtSeconds: 1_600_000_000,
    settings: {
      translateEmoticons: false,
      enableDraftsSynchronization: true,
      sendReadReceipts: true,
      presenceEnabled: true,
      wildcardMentionsNotify: true,
    },
    alertWords: [],
    ...fields,
  };
}
