import type { Account, Principal } from '@chat/contracts';

/** The account as the actor of a request. */
export const principalOf = (account: Account, realmId: number): Principal => ({
  realmId,
  userId: account.userId,
  role: account.role,
  isBot: account.isBot,
  botOwnerId: account.botOwnerId,
  email: account.email,
  fullName: account.fullName,
  joinedAtSeconds: account.joinedAtSeconds,
});
