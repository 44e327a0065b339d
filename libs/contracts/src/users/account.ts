import type { Role } from '../roles.js';
import type { EmailAddressVisibility } from '../settings/settings.schema.js';

/** `botType` of bots that other services send with: with their keys one can do nothing else. */
export const INCOMING_WEBHOOK_BOT = 2;

/**
 * What other services may know of an account: enough to send to it, to mention it, and to show it to others. Never a
 * credential. `deliveryEmail` goes to nobody who may not see it: see `visibleDeliveryEmail`.
 */
export interface Account {
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
  /** One of the realm's own bots (see SYSTEM_BOTS): shown apart from the users, never listed among them. */
  readonly isSystemBot?: boolean;
  /** May create accounts, if an administrator as well. */
  readonly canCreateUsers?: boolean;
  /** `G` external avatar service, `U` uploaded. */
  readonly avatarSource: 'G' | 'U';
  /** Counts uploads; in URLs, so that caches notice. */
  readonly avatarVersion: number;
  /** Unguessable name of the uploaded picture; null or absent when there is none. */
  readonly avatarToken?: string | null;
  readonly timezone: string;
  readonly joinedAtSeconds: number;
  /** The settings that services other than users decide by. */
  readonly settings: AccountSettings;
  readonly alertWords: readonly string[];
}

/**
 * The accounts that every realm has from the start, by the part of their address before the @. Found among the accounts by
 * `isSystemBot` and this; the notification bot is whom notices come from.
 */
export const SYSTEM_BOTS = { notification: 'notification-bot', welcome: 'welcome-bot' } as const;

export interface AccountSettings {
  readonly translateEmoticons: boolean;
  readonly enableDraftsSynchronization: boolean;
  readonly sendReadReceipts: boolean;
  readonly presenceEnabled: boolean;
  readonly wildcardMentionsNotify: boolean;
  /** From here on absent when an older replica told of the user: then as in a new account. */
  readonly enableStreamDesktopNotifications?: boolean;
  readonly enableStreamEmailNotifications?: boolean;
  readonly enableStreamPushNotifications?: boolean;
  readonly enableStreamAudibleNotifications?: boolean;
  readonly sendPrivateTypingNotifications?: boolean;
  readonly sendStreamTypingNotifications?: boolean;
}
