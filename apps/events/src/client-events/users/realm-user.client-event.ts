import { userOnWire, visibleDeliveryEmail } from '@chat/auth';
import {
  type DirectoryUser,
  PRESENCE_OFFLINE_THRESHOLD_SECONDS,
  ProfileValueChanged,
  type ProfileValueChangedPayload,
  presenceEvent,
  UserCreated,
  type UserCreatedPayload,
  UserUpdated,
  type UserUpdatedPayload,
} from '@chat/contracts';
import type {
  Audience,
  ClientEvent,
  ClientEventMapping,
  ClientTraits,
  Reader,
} from '../../fan-out/client-event-mapping.js';
import { avatarEvent, hasOtherAvatar, update } from './person-event.js';

/*
 * `realm_user`, to everybody in the realm. The realm's own bots are not among its users; they tell nothing.
 * Source: API contract, "Forms of `person`"; reference shapes for the forms that it leaves out.
 */

const toRealm = (): Audience => ({ kind: 'realm' });

function added(user: DirectoryUser, reader: Reader, client: ClientTraits): ClientEvent {
  const fields = userOnWire(user, reader, client.clientExtavatar);
  return { type: 'realm_user', op: 'add', person: user.isBot ? fields : { ...fields, profile_data: {} } };
}

export const userCreatedMapping: ClientEventMapping<UserCreatedPayload> = {
  source: UserCreated,
  audience: ({ user }) => (user.isSystemBot ? { kind: 'users', userIds: [] } : toRealm()),
  forClient: ({ user }, reader, client) => [added(user, reader, client)],
};

export const userUpdatedMapping: ClientEventMapping<UserUpdatedPayload> = {
  source: UserUpdated,
  audience: ({ user }) => (user.isSystemBot ? { kind: 'users', userIds: [] } : toRealm()),
  forClient: ({ user, previous }, reader, client, { logId }) => {
    const person = { user_id: user.userId };
    const events: ClientEvent[] = [];
    if (previous.isActive === false) events.push(added(user, reader, client));
    if (previous.fullName !== undefined) events.push(update({ ...person, full_name: user.fullName }));
    if (previous.role !== undefined) events.push(update({ ...person, role: user.role }));
    if (previous.isBillingAdmin !== undefined) {
      events.push(update({ ...person, is_billing_admin: user.isBillingAdmin }));
    }
    if (previous.botOwnerId !== undefined) events.push(update({ ...person, bot_owner_id: user.botOwnerId }));
    if (previous.timezone !== undefined) {
      events.push(update({ ...person, email: user.email, timezone: user.timezone }));
    }
    events.push(...addressEvents(user, previous, reader));
    const showedPresence = previous.settings?.presenceEnabled ?? user.settings.presenceEnabled;
    if (showedPresence !== user.settings.presenceEnabled && !user.isBot) {
      events.push(presenceSwitched(user, client, Math.floor(Number.parseInt(logId, 10) / 1_000)));
    }
    if (previous.isActive === true) {
      events.push({ type: 'realm_user', op: 'remove', person: { ...person, full_name: user.fullName } });
    }
    return events;
  },
};

/**
 * Who shows no presence any more is offline at once, as if last seen long ago; who shows it again is there at once. The next sign of
 * life of their clients may be no news, and so be told to nobody.
 */
function presenceSwitched(user: DirectoryUser, { slimPresence }: ClientTraits, nowSeconds: number): ClientEvent {
  const { userId, email, settings } = user;
  const change = settings.presenceEnabled
    ? { status: 'active' as const, atSeconds: nowSeconds }
    : { status: 'idle' as const, atSeconds: nowSeconds - 2 * PRESENCE_OFFLINE_THRESHOLD_SECONDS };
  return presenceEvent({ userId, email, ...change }, slimPresence, nowSeconds);
}

/** The API address, the real one, and the avatar, which depends on them. */
function addressEvents(user: DirectoryUser, previous: Partial<DirectoryUser>, reader: Reader): ClientEvent[] {
  const person = { user_id: user.userId };
  const before: DirectoryUser = { ...user, ...previous };
  const events: ClientEvent[] = [];
  if (previous.email !== undefined) events.push(update({ ...person, new_email: user.email }));
  if (previous.deliveryEmail !== undefined || previous.emailAddressVisibility !== undefined) {
    const deliveryEmail = visibleDeliveryEmail(reader, user);
    if (deliveryEmail !== visibleDeliveryEmail(reader, before)) {
      events.push(update({ ...person, delivery_email: deliveryEmail }));
    }
  }
  if (hasNewAvatar(user, before, reader)) events.push(avatarEvent(user, reader));
  return events;
}

function hasNewAvatar(user: DirectoryUser, before: DirectoryUser, reader: Reader): boolean {
  if (user.avatarVersion !== before.avatarVersion || user.avatarSource !== before.avatarSource) return true;
  const isSameAddress =
    user.deliveryEmail === before.deliveryEmail &&
    user.email === before.email &&
    user.emailAddressVisibility === before.emailAddressVisibility;
  return !isSameAddress && hasOtherAvatar({ user: before, reader }, { user, reader });
}

export const profileValueChangedMapping: ClientEventMapping<ProfileValueChangedPayload> = {
  source: ProfileValueChanged,
  audience: toRealm,
  forClient: ({ userId, fieldId, value, renderedValue }) => [
    update({
      user_id: userId,
      custom_profile_field: {
        id: fieldId,
        value,
        ...(typeof renderedValue === 'string' && { rendered_value: renderedValue }),
      },
    }),
  ],
};
