import type { Role } from '../roles.js';

/** Who may see a user's real address. Source: API contract, "User settings". */
export const EmailAddressVisibility = { Everyone: 1, Members: 2, Administrators: 3, Nobody: 4, Moderators: 5 } as const;
export type EmailAddressVisibility = (typeof EmailAddressVisibility)[keyof typeof EmailAddressVisibility];

/**
 * What other services may know of an account: enough to send to it, to mention it, and to show it to others. Never a
 * credential. `deliveryEmail` goes to nobody who may not see it: see `visibleDeliveryEmail` in libs/auth.
 */
export interface DirectoryUser {
  readonly userId: number;
  /** API email; equal to `deliveryEmail` only while `emailAddressVisibility` is Everyone. */
  readonly email: string;
  readonly deliveryEmail: string;
  readonly emailAddressVisibility: EmailAddressVisibility;
  readonly fullName: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly isBillingAdmin: boolean;
  readonly isBot: boolean;
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people. */
  readonly botType: number | null;
  readonly botOwnerId: number | null;
  /** `G` external avatar service, `U` uploaded. */
  readonly avatarSource: 'G' | 'U';
  /** Counts uploads; in URLs, so that caches notice. */
  readonly avatarVersion: number;
  readonly timezone: string;
  readonly joinedAtSeconds: number;
  /** The settings that services other than users decide by. */
  readonly settings: DirectoryUserSettings;
  readonly alertWords: readonly string[];
}

export interface DirectoryUserSettings {
  readonly translateEmoticons: boolean;
  readonly enableDraftsSynchronization: boolean;
  readonly sendReadReceipts: boolean;
  readonly presenceEnabled: boolean;
  readonly wildcardMentionsNotify: boolean;
}
