import {
  type LoggedEvent,
  type Role,
  type Stream,
  StreamArchived,
  StreamCreated,
  StreamsInSightChanged,
  StreamUpdated,
  SubscriptionsAdded,
  SubscriptionsRemoved,
  UserUpdated,
} from '@chat/contracts';
import type { ChangedStates, LiveRealm } from './live-queues.js';
import { type LiveUser, publicStreamsField, userField, writeState } from './live-user.js';

export const isPublicStream = (stream: Stream): boolean => !stream.isPrivate;

/** Updates the states of users and streams of a realm, and adds them to `changed`. Returns the user that the event deactivates. */
export function applyStateChange(realm: LiveRealm, event: LoggedEvent, changed: ChangedStates): LiveUser | undefined {
  if (SubscriptionsAdded.matches(event)) {
    for (const { userId, streamId } of event.payload.added)
      setSubscribed(realm, userId, streamId, true, event, changed);
  } else if (SubscriptionsRemoved.matches(event)) {
    for (const { userId, streamId } of event.payload.removed) {
      setSubscribed(realm, userId, streamId, false, event, changed);
    }
  } else if (StreamArchived.matches(event)) {
    const { streamId } = event.payload.stream;
    for (const { state } of [...realm.subscribersOf(streamId)]) {
      setSubscribed(realm, state.userId, streamId, false, event, changed);
    }
    setPublic(realm, streamId, false, event, changed);
  } else if (StreamCreated.matches(event) || StreamUpdated.matches(event)) {
    setPublic(realm, event.payload.stream.streamId, isPublicStream(event.payload.stream), event, changed);
  } else if (StreamsInSightChanged.matches(event)) {
    setRoleInSight(realm, event.payload.userId, event.payload.role, changed);
  } else if (UserUpdated.matches(event)) {
    return updateUser(realm, event.payload.userId, event.payload.user, changed);
  }
  return undefined;
}

function setSubscribed(
  realm: LiveRealm,
  userId: number,
  streamId: number,
  isSubscribed: boolean,
  event: LoggedEvent,
  changed: ChangedStates,
): void {
  const user = realm.users.get(userId);
  if (!user || event.sequence <= user.state.messagingSequence) return;
  if (user.state.isSubscribedTo(streamId) === isSubscribed) return;
  realm.setSubscribed(user, streamId, isSubscribed);
  changed.set(userField(userId), writeState(user.state));
}

function setPublic(
  realm: LiveRealm,
  streamId: number,
  isPublic: boolean,
  event: LoggedEvent,
  changed: ChangedStates,
): void {
  const known = realm.publicStreams;
  if (!known || event.sequence <= known.messagingSequence || known.streamIds.has(streamId) === isPublic) return;
  if (isPublic) known.streamIds.add(streamId);
  else known.streamIds.delete(streamId);
  changed.set(publicStreamsField(realm.realmId), writeState(known));
}

function updateUser(
  realm: LiveRealm,
  userId: number,
  now: { readonly role: Role; readonly botOwnerId: number | null; readonly isActive: boolean } | undefined,
  changed: ChangedStates,
): LiveUser | undefined {
  const user = realm.users.get(userId);
  if (!user || !now) return undefined;
  const { state } = user;
  // `roleInSight` follows with StreamsInSightChanged, when messaging has published the streams that come with the role.
  if (state.role !== now.role || state.botOwnerId !== now.botOwnerId) {
    state.role = now.role;
    state.botOwnerId = now.botOwnerId;
    changed.set(userField(userId), writeState(state));
  }
  return now.isActive ? undefined : user;
}

function setRoleInSight(realm: LiveRealm, userId: number, role: Role | undefined, changed: ChangedStates): void {
  const state = realm.users.get(userId)?.state;
  if (!state || state.roleInSight === (role ?? state.role)) return;
  state.roleInSight = role ?? state.role;
  changed.set(userField(userId), writeState(state));
}
