import { type DirectoryUser, isAdministrator, isGuest, Role } from '@chat/contracts';
import { avatarUrlFor } from './avatar-url.js';
import { type AccountReader, visibleDeliveryEmail } from './delivery-email.js';

/** A user as lists, register and `realm_user` events show it. Source: API contract, "User". */
export interface WireUser {
  readonly user_id: number;
  readonly email: string;
  readonly delivery_email: string | null;
  readonly full_name: string;
  readonly avatar_url: string | null;
  readonly avatar_version: number;
  readonly date_joined: string;
  readonly timezone: string;
  readonly role: Role;
  readonly is_active: boolean;
  readonly is_admin: boolean;
  readonly is_billing_admin: boolean;
  readonly is_bot: boolean;
  readonly is_guest: boolean;
  readonly is_owner: boolean;
  readonly bot_type: number | null;
  /** For bots only. */
  readonly bot_owner_id?: number | null;
}

/** What this reader sees of the user. */
export function userOnWire(user: DirectoryUser, reader: AccountReader, clientExtavatar: boolean): WireUser {
  return {
    user_id: user.userId,
    email: user.email,
    delivery_email: visibleDeliveryEmail(reader, user),
    full_name: user.fullName,
    avatar_url: avatarUrlFor(reader, user, clientExtavatar),
    avatar_version: user.avatarVersion,
    date_joined: isoTime(user.joinedAtSeconds),
    timezone: user.timezone,
    role: user.role,
    is_active: user.isActive,
    is_admin: isAdministrator(user.role),
    is_billing_admin: user.isBillingAdmin,
    is_bot: user.isBot,
    is_guest: isGuest(user.role),
    is_owner: user.role === Role.Owner,
    bot_type: user.botType,
    ...(user.isBot && { bot_owner_id: user.botOwnerId }),
  };
}

/** ISO 8601 with an offset. */
const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00');
