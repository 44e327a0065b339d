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
import type { LiveQueue } from './live-queue.js';
import { type LiveUser, type PublicStreams, publicStreamsField, userField, writeState } from './live-user.js';

/** Changed states of a shard: new text by field, "" for a removed state. */
export type ChangedStates = Map<string, string>;

/** The users of one realm with live queues in one shard, by id and by stream. */
export class LiveRealm {
  readonly users = new Map<number, LiveUser>();
  /** Queues that get the messages of all public streams. */
  readonly allPublicQueues = new Set<LiveQueue>();
  /** Undefined while `allPublicQueues` is empty. */
  publicStreams: PublicStreams | undefined;
  private readonly subscribers = new Map<number, Set<LiveUser>>();

  constructor(readonly realmId: number) {}

  /** Adds the user of the queue, too. */
  addQueue(queue: LiveQueue): void {
    const { user } = queue;
    user.queues.add(queue);
    if (queue.allPublicStreams) this.allPublicQueues.add(queue);
    if (this.users.has(user.state.userId)) return;
    this.users.set(user.state.userId, user);
    for (const streamId of user.state.streamIds) this.index(streamId, user);
  }

  removeQueue(queue: LiveQueue, changed: ChangedStates): void {
    const { user } = queue;
    user.queues.delete(queue);
    if (this.allPublicQueues.delete(queue) && this.allPublicQueues.size === 0) {
      this.publicStreams = undefined;
      changed.set(publicStreamsField(this.realmId), '');
    }
    if (user.queues.size > 0) return;
    this.users.delete(user.state.userId);
    for (const streamId of user.state.streamIds) this.unindex(streamId, user);
    changed.set(userField(user.state.userId), '');
  }

  subscribersOf(streamId: number): Iterable<LiveUser> {
    return this.subscribers.get(streamId) ?? [];
  }

  isPublic(streamId: number): boolean {
    return this.publicStreams?.streamIds.has(streamId) ?? false;
  }

  /** Updates the states of users and streams, and adds them to `changed`. Returns the user that the event deactivates. */
  apply(event: LoggedEvent, changed: ChangedStates): LiveUser | undefined {
    if (SubscriptionsAdded.matches(event)) {
      for (const { userId, streamId } of event.payload.added)
        this.setSubscribed(userId, streamId, true, event, changed);
    } else if (SubscriptionsRemoved.matches(event)) {
      for (const { userId, streamId } of event.payload.removed) {
        this.setSubscribed(userId, streamId, false, event, changed);
      }
    } else if (StreamArchived.matches(event)) {
      const { streamId } = event.payload.stream;
      for (const { state } of [...this.subscribersOf(streamId)]) {
        this.setSubscribed(state.userId, streamId, false, event, changed);
      }
      this.setPublic(streamId, false, event, changed);
    } else if (StreamCreated.matches(event) || StreamUpdated.matches(event)) {
      this.setPublic(event.payload.stream.streamId, isPublicStream(event.payload.stream), event, changed);
    } else if (StreamsInSightChanged.matches(event)) {
      this.setRoleInSight(event.payload.userId, event.payload.role, changed);
    } else if (UserUpdated.matches(event)) {
      return this.updateUser(event.payload.userId, event.payload.user, changed);
    }
    return undefined;
  }

  private setSubscribed(
    userId: number,
    streamId: number,
    isSubscribed: boolean,
    event: LoggedEvent,
    changed: ChangedStates,
  ): void {
    const user = this.users.get(userId);
    if (!user || event.sequence <= user.state.messagingSequence) return;
    if (user.state.isSubscribedTo(streamId) === isSubscribed) return;
    if (isSubscribed) {
      user.state.streamIds.add(streamId);
      this.index(streamId, user);
    } else {
      user.state.streamIds.delete(streamId);
      this.unindex(streamId, user);
    }
    changed.set(userField(userId), writeState(user.state));
  }

  private setPublic(streamId: number, isPublic: boolean, event: LoggedEvent, changed: ChangedStates): void {
    const known = this.publicStreams;
    if (!known || event.sequence <= known.messagingSequence || known.streamIds.has(streamId) === isPublic) return;
    if (isPublic) known.streamIds.add(streamId);
    else known.streamIds.delete(streamId);
    changed.set(publicStreamsField(this.realmId), writeState(known));
  }

  private updateUser(
    userId: number,
    now: { readonly role: Role; readonly botOwnerId: number | null; readonly isActive: boolean } | undefined,
    changed: ChangedStates,
  ): LiveUser | undefined {
    const user = this.users.get(userId);
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

  private setRoleInSight(userId: number, role: Role | undefined, changed: ChangedStates): void {
    const state = this.users.get(userId)?.state;
    if (!state || state.roleInSight === (role ?? state.role)) return;
    state.roleInSight = role ?? state.role;
    changed.set(userField(userId), writeState(state));
  }

  private index(streamId: number, user: LiveUser): void {
    const users = this.subscribers.get(streamId);
    if (users) users.add(user);
    else this.subscribers.set(streamId, new Set([user]));
  }

  private unindex(streamId: number, user: LiveUser): void {
    const users = this.subscribers.get(streamId);
    if (users?.delete(user) && users.size === 0) this.subscribers.delete(streamId);
  }
}

export const isPublicStream = (stream: Stream): boolean => !stream.isPrivate;
