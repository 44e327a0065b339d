import { type AudienceRule, itsUser, type Reader, wholeRealm } from '../audience.js';
import { type ClientTraits, domainEvent } from '../domain-event.js';
import type { Joining } from '../invitations/invitations.schema.js';
import { type ClientEvent, ClientEventOf, clientEvent } from '../kit/client-event.js';
import { type Class, defineField } from '../kit/described-class.js';
import { Id, Integer, Nested, OneOf, Text } from '../kit/fields.js';
import { PickType } from '../kit/mapped-classes.js';
import { objectOf } from '../kit/types/index.js';
import { presenceEvent } from '../presence/presence.events.js';
import { PRESENCE_OFFLINE_THRESHOLD_SECONDS } from '../presence/presence.schema.js';
import type { Role } from '../roles.js';
import type { Account } from './account.js';
import { type AccountReader, avatarUrl, visibleDeliveryEmail } from './account-for-reader.js';
import { shownUser, User, UserInState } from './users.schema.js';

/** Client event for the whole realm: a new or reactivated account. */
@ClientEventOf({ type: 'realm_user', op: 'add', when: 'A user joined, or a bot was created.' })
export class UserAddEvent {
  @Nested(UserInState) person!: UserInState;
}

/** A user that the reader no longer sees as active. */
export class RemovedUser {
  @Id() userId!: number;
  @Text({ optional: true, deprecated: true }) fullName?: string;
}
/** Client event for the whole realm: an account was deactivated. Its messages remain. */
@ClientEventOf({ type: 'realm_user', op: 'remove', when: 'A user was deactivated.' })
export class UserRemoveEvent {
  @Nested(RemovedUser) person!: RemovedUser;
}

/** A form of `realm_user`, op `update`, with the changed fields in `person`. */
function personEvent<Person extends object>(form: string, person: Class<Person>): Class<{ person: Person }> {
  abstract class PersonEvent {
    person!: Person;
  }
  defineField(PersonEvent, 'person', objectOf(person));
  const when = 'A property of a user changed.';
  ClientEventOf({ type: 'realm_user', op: 'update', when, form })(PersonEvent);
  return PersonEvent;
}

/** `person` of the event `realm_user`, op `update`, after a change of the full name. */
export class ChangedFullName extends PickType(User, ['userId', 'fullName']) {}
const FullNameEvent = personEvent('Full name', ChangedFullName);

/** `person` of the event `realm_user`, op `update`, after a new picture or a new address of it. */
export class ChangedAvatar {
  @Id() userId!: number;
  @Text({ description: 'Also for clients that compute it from the address.' }) avatarUrl!: string;
  @OneOf(['G', 'U'], { description: 'G external service, U uploaded.' }) avatarSource!: 'G' | 'U';
  @Text() avatarUrlMedium!: string;
  @Integer({ description: 'Changes with every picture.' }) avatarVersion!: number;
}
const AvatarEvent = personEvent('Avatar', ChangedAvatar);

/** `person` of the event `realm_user`, op `update`, after a change of the time zone. */
export class ChangedTimezone extends PickType(User, ['userId', 'timezone']) {
  @Text({ deprecated: true }) email!: string;
}
const TimezoneEvent = personEvent('Time zone', ChangedTimezone);

/** Null: the bot has no owner any more. */
export class ChangedBotOwner {
  @Id() userId!: number;
  @Id({ nullable: true }) botOwnerId!: number | null;
}
const BotOwnerEvent = personEvent('Owner of a bot', ChangedBotOwner);

/** `person` of the event `realm_user`, op `update`, after a change of the role. */
export class ChangedRole extends PickType(User, ['userId', 'role']) {}
const RoleEvent = personEvent('Role', ChangedRole);

/** `person` of the event `realm_user`, op `update`. Billing rights are independent of the role. */
export class ChangedBillingRole extends PickType(User, ['userId', 'isBillingAdmin']) {}
const BillingRoleEvent = personEvent('Billing role', ChangedBillingRole);

/** `person` of the event `realm_user`, op `update`: the real address appeared, changed or disappeared. */
export class ChangedDeliveryEmail {
  @Id() userId!: number;
  @Text({ nullable: true, description: 'Null: the reader may not see it any more.' }) deliveryEmail!: string | null;
}
const DeliveryEmailEvent = personEvent('Real email address', ChangedDeliveryEmail);

/** Null removes the value. */
export class ChangedProfileValue {
  @Id() id!: number;
  @Text({ nullable: true }) value!: string | null;
  @Text({ optional: true }) renderedValue?: string;
}
/** `person` of the event `realm_user`, op `update`: the value of one custom profile field. */
export class ChangedProfile {
  @Id() userId!: number;
  @Nested(ChangedProfileValue) customProfileField!: ChangedProfileValue;
}
const ProfileEvent = personEvent('Custom profile field', ChangedProfile);

/** The API email address, after a change of its visibility or of the real address. */
export class ChangedEmail {
  @Id() userId!: number;
  @Text() newEmail!: string;
}
const EmailEvent = personEvent('API email address', ChangedEmail);

/** Every form of `realm_user`, op `update`. */
export const USER_UPDATE_EVENTS = [
  FullNameEvent,
  AvatarEvent,
  TimezoneEvent,
  BotOwnerEvent,
  RoleEvent,
  BillingRoleEvent,
  DeliveryEmailEvent,
  ProfileEvent,
  EmailEvent,
] as const;

const update = <Person extends object>(event: Class<{ person: Person }>, person: Person): ClientEvent =>
  clientEvent(event, { person });

/*
 * Events that change the rights of a caller carry `userId`: gateways drop cached credentials by it. Events of system bots reach
 * no client.
 */

const toRealm: AudienceRule<{ readonly user: Account }> = {
  to: wholeRealm.to,
  of: ({ user }) => (user.isSystemBot ? { kind: 'users', userIds: [] } : { kind: 'realm' }),
};

function added(user: Account, reader: Reader, { clientExtavatar }: ClientTraits): ClientEvent {
  const { isSystemBot: _, ...person } = shownUser(user, reader, clientExtavatar);
  return clientEvent(UserAddEvent, { person: user.isBot ? person : { ...person, profileData: {} } });
}

/** A new account. State event: projections add it. */
export class UserCreatedPayload {
  readonly userId!: number;
  readonly user!: Account;
  /** Only after a sign-up. */
  readonly joining?: Joining;
}

export const UserCreated = domainEvent('users.user_created', {
  payload: UserCreatedPayload,
  audience: toRealm,
  clientEvents: [UserAddEvent],
  toClient: ({ user }, reader, client) => [added(user, reader, client)],
});

/** An account after a change. State event: projections replace it. */
export class UserUpdatedPayload {
  readonly userId!: number;
  /** After the change. */
  readonly user!: Account;
  /** The changed fields with their previous values. */
  readonly previous!: Partial<Account>;
  /** Null if the system did it. */
  readonly actorId!: number | null;
}

/** A field of the account changed. One client event per property. */
export const UserUpdated = domainEvent('users.user_updated', {
  payload: UserUpdatedPayload,
  audience: toRealm,
  clientEvents: [...USER_UPDATE_EVENTS, UserRemoveEvent],
  toClient: ({ user, previous }, reader, client, { logId }) => {
    const { userId, email, fullName, role, isBillingAdmin, botOwnerId, timezone } = user;
    const events: ClientEvent[] = [];
    if (previous.isActive === false) events.push(added(user, reader, client));
    if (previous.fullName !== undefined) events.push(update(FullNameEvent, { userId, fullName }));
    if (previous.role !== undefined) events.push(update(RoleEvent, { userId, role }));
    if (previous.isBillingAdmin !== undefined) events.push(update(BillingRoleEvent, { userId, isBillingAdmin }));
    if (previous.botOwnerId !== undefined) events.push(update(BotOwnerEvent, { userId, botOwnerId }));
    if (previous.timezone !== undefined) events.push(update(TimezoneEvent, { userId, email, timezone }));
    events.push(...addressEvents(user, previous, reader));
    const showedPresence = previous.settings?.presenceEnabled ?? user.settings.presenceEnabled;
    if (showedPresence !== user.settings.presenceEnabled && !user.isBot) {
      events.push(presenceSwitched(user, client, Math.floor(Number.parseInt(logId, 10) / 1_000)));
    }
    if (previous.isActive === true) events.push(clientEvent(UserRemoveEvent, { person: { userId, fullName } }));
    return events;
  },
});

/**
 * A user that hides presence is offline at once, as if last seen long ago; a user that shows it is active at once. The next ping
 * of the user's clients may change nothing and cause no event.
 */
function presenceSwitched({ userId, email, settings }: Account, { slimPresence }: ClientTraits, nowSeconds: number) {
  const change = settings.presenceEnabled
    ? ({ status: 'active', atSeconds: nowSeconds } as const)
    : ({ status: 'idle', atSeconds: nowSeconds - 2 * PRESENCE_OFFLINE_THRESHOLD_SECONDS } as const);
  return presenceEvent({ userId, email, ...change }, slimPresence, nowSeconds);
}

/** Both addresses, and the avatar that depends on them. */
function addressEvents(user: Account, previous: Partial<Account>, reader: Reader): ClientEvent[] {
  const { userId } = user;
  const before: Account = { ...user, ...previous };
  const events: ClientEvent[] = [];
  if (previous.email !== undefined) events.push(update(EmailEvent, { userId, newEmail: user.email }));
  if (previous.deliveryEmail !== undefined || previous.emailAddressVisibility !== undefined) {
    const deliveryEmail = visibleDeliveryEmail(reader, user);
    if (deliveryEmail !== visibleDeliveryEmail(reader, before)) {
      events.push(update(DeliveryEmailEvent, { userId, deliveryEmail }));
    }
  }
  if (hasNewAvatar(user, before, reader)) events.push(avatarEvent(user, reader));
  return events;
}

function hasNewAvatar(user: Account, before: Account, reader: Reader): boolean {
  if (user.avatarVersion !== before.avatarVersion || user.avatarSource !== before.avatarSource) return true;
  const isSameAddress =
    user.deliveryEmail === before.deliveryEmail &&
    user.email === before.email &&
    user.emailAddressVisibility === before.emailAddressVisibility;
  return !isSameAddress && avatarUrl(reader, user) !== avatarUrl(reader, before);
}

/** Clients that compute avatars themselves also get the address. */
const avatarEvent = (user: Account, reader: AccountReader): ClientEvent =>
  update(AvatarEvent, {
    userId: user.userId,
    avatarSource: user.avatarSource,
    avatarUrl: avatarUrl(reader, user),
    avatarUrlMedium: avatarUrl(reader, user, 'medium'),
    avatarVersion: user.avatarVersion,
  });

/** One value of a custom profile field. */
export class ProfileValueChangedPayload {
  readonly userId!: number;
  readonly fieldId!: number;
  /** Null if it was removed. */
  readonly value!: string | null;
  /** Only for field types that are Markdown. */
  readonly renderedValue?: string | null;
}

/** A user's value of a custom profile field. */
export const ProfileValueChanged = domainEvent('users.profile_value_changed', {
  payload: ProfileValueChangedPayload,
  audience: wholeRealm,
  clientEvents: [ProfileEvent],
  toClient: ({ userId, fieldId, value, renderedValue }) => [
    update(ProfileEvent, {
      userId,
      customProfileField: { id: fieldId, value, renderedValue: renderedValue ?? undefined },
    }),
  ],
});

class AddressesInViewChangedPayload {
  /** The user that sees more or less than before. */
  readonly userId!: number;
  readonly previousRole!: Role;
  readonly role!: Role;
  /** Users with a real address that appears or disappears; at most MAX_ADDRESSES_PER_EVENT. */
  readonly users!: readonly Account[];
}

export const MAX_ADDRESSES_PER_EVENT = 200;

/** A new role reveals or hides the real addresses of other users. */
export const AddressesInViewChanged = domainEvent('users.addresses_in_view_changed', {
  payload: AddressesInViewChangedPayload,
  audience: itsUser,
  toClient: ({ userId, previousRole, role, users }) => {
    // The roles of the event instead of the reader's current role: the event describes the view at its log position.
    const [before, after] = [
      { userId, role: previousRole },
      { userId, role },
    ];
    return users.flatMap((user) => [
      update(DeliveryEmailEvent, { userId: user.userId, deliveryEmail: visibleDeliveryEmail(after, user) }),
      ...(avatarUrl(before, user) === avatarUrl(after, user) ? [] : [avatarEvent(user, after)]),
    ]);
  },
});
