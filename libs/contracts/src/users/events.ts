import { domainEvent } from '../domain-event.js';
import type { Role } from '../roles.js';
import type { DirectoryUser } from './directory-user.js';

/*
 * Domain events of the users service. Those that change who a caller is, or whether a key is accepted (`user_updated`,
 * `api_key_changed`), carry `userId`: by it every gateway forgets the credentials that it remembers.
 */

export interface UserCreatedPayload {
  readonly userId: number;
  readonly user: DirectoryUser;
}

/** A user was added to the realm. */
export const UserCreated = domainEvent<UserCreatedPayload>()('users.user_created');

export interface UserUpdatedPayload {
  readonly userId: number;
  /** As it is now. */
  readonly user: DirectoryUser;
  /** What changed, with the values from before. */
  readonly previous: Partial<DirectoryUser>;
  /** Who did it; null when the system did. */
  readonly actorId: number | null;
}

/** Role, name, an address, activity, or another fact of the account changed. */
export const UserUpdated = domainEvent<UserUpdatedPayload>()('users.user_updated');

export interface ApiKeyChangedPayload {
  readonly userId: number;
}

/** The user's former API key is no longer accepted. */
export const ApiKeyChanged = domainEvent<ApiKeyChangedPayload>()('users.api_key_changed');

export interface ProfileValueChangedPayload {
  readonly userId: number;
  readonly fieldId: number;
  /** Null when it was removed. */
  readonly value: string | null;
  /** Only for field types that are Markdown. */
  readonly renderedValue?: string | null;
}

/** A user's value of a custom profile field. */
export const ProfileValueChanged = domainEvent<ProfileValueChangedPayload>()('users.profile_value_changed');

export interface ProfileValuesDroppedPayload {
  readonly fieldId: number;
  readonly userIds: readonly number[];
}

/** Values went with their field. Nothing is told to clients, who know that the field is gone. */
export const ProfileValuesDropped = domainEvent<ProfileValuesDroppedPayload>()('users.profile_values_dropped');

export interface AddressesInViewChangedPayload {
  /** Who sees more, or less, than before. */
  readonly userId: number;
  readonly previousRole: Role;
  readonly role: Role;
  /** Whose real address came into the user's view or left it; at most MAX_ADDRESSES_PER_EVENT. */
  readonly users: readonly DirectoryUser[];
}

/** Another role lets a user see other people's addresses, or no longer; for the user's own clients. */
export const AddressesInViewChanged = domainEvent<AddressesInViewChangedPayload>()('users.addresses_in_view_changed');
export const MAX_ADDRESSES_PER_EVENT = 200;

/** A bot, and its key, sealed: it must not lie open in the outbox and the log. */
export interface BotWithKey {
  readonly user: DirectoryUser;
  /** Base64, sealed for API_KEY_PURPOSE. */
  readonly sealedApiKey: string;
}

export interface BotChangedPayload extends BotWithKey {
  readonly userId: number;
  /** What changed, with the values from before; null for a new bot. */
  readonly previous: Partial<DirectoryUser> | null;
  readonly isKeyNew: boolean;
}

/** A bot was made or changed, for those who see its key: its owner and administrators. */
export const BotChanged = domainEvent<BotChangedPayload>()('users.bot_changed');

export interface BotsInViewChangedPayload {
  /** Who became an administrator, or is none any more. */
  readonly userId: number;
  readonly isInView: boolean;
  /** Others' bots; at most MAX_BOTS_PER_EVENT. */
  readonly bots: readonly BotWithKey[];
}

/** Another role lets a user see other people's bots, or no longer; for the user's own clients. */
export const BotsInViewChanged = domainEvent<BotsInViewChangedPayload>()('users.bots_in_view_changed');
export const MAX_BOTS_PER_EVENT = 100;
