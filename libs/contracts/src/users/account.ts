import type { NamedId } from '../named-id.js';
import type { Role } from '../roles.js';
import type { EmailAddressVisibility } from '../settings/settings.schema.js';

export const GENERIC_BOT = 1;
/** `botType` of bots that only send messages. */
export const INCOMING_WEBHOOK_BOT = 2;
/** `botType` of bots that answer messages through a web address of their owner. */
export const OUTGOING_WEBHOOK_BOT = 3;
/** `botType` of bots that run on the server; this server has none. */
export const EMBEDDED_BOT = 4;

/** Defaults of the requests of a bot. */
export interface BotDefaults {
  /** The stream of a stream message without `to`, with the name that it has today. */
  readonly sendingStream: NamedId | null;
  /** The stream of the narrow of event queues without one. */
  readonly eventsRegisterStream: NamedId | null;
  /** `all_public_streams` of event queues without it. */
  readonly allPublicStreams: boolean;
}

/**
 * The fields of an account that other services need to send to it, mention it and show it. Never a credential. Show
 * `deliveryEmail` only through `visibleDeliveryEmail`.
 */
export interface Account {
  readonly userId: number;
  /** API email address; equals `deliveryEmail` only if `emailAddressVisibility` is Everyone. */
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
  /** Only for bots. Absent in events of older replicas. */
  readonly botDefaults?: BotDefaults;
  /** A bot of the realm itself (see SYSTEM_BOTS), which lists of users do not contain. */
  readonly isSystemBot?: boolean;
  /** May create accounts, if also an administrator. */
  readonly canCreateUsers?: boolean;
  /** `G` external avatar service, `U` uploaded. */
  readonly avatarSource: 'G' | 'U';
  /** Number of uploads; part of URLs, so that caches load a new image. */
  readonly avatarVersion: number;
  /** Unguessable name of the uploaded image; null or absent without one. */
  readonly avatarToken?: string | null;
  readonly timezone: string;
  readonly joinedAtSeconds: number;
  /** Settings that other services need. */
  readonly settings: AccountSettings;
  readonly alertWords: readonly string[];
}

/**
 * Accounts that every realm has from the start, by the local part of their address. `isSystemBot` marks them. The notification
 * bot sends notices.
 */
export const SYSTEM_BOTS = { notification: 'notification-bot', welcome: 'welcome-bot' } as const;

interface AccountSettings {
  readonly translateEmoticons: boolean;
  readonly enableDraftsSynchronization: boolean;
  readonly sendReadReceipts: boolean;
  readonly presenceEnabled: boolean;
  readonly wildcardMentionsNotify: boolean;
  /** From here on absent in events of older replicas: then as in a new account. */
  readonly enableStreamDesktopNotifications?: boolean;
  readonly enableStreamEmailNotifications?: boolean;
  readonly enableStreamPushNotifications?: boolean;
  readonly enableStreamAudibleNotifications?: boolean;
  readonly sendPrivateTypingNotifications?: boolean;
  readonly sendStreamTypingNotifications?: boolean;
}
