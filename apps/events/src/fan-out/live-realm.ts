import {
  type LoggedEvent,
  type Role,
  type Stream,
  StreamArchived,
  StreamCreated,
  StreamsInSightChanged,
  type StreamsInSightChangedPayload,
  StreamUpdated,
  SubscriptionsAdded,
  SubscriptionsRemoved,
  UserUpdated,
} from '@chat/contracts';
import type { LiveQueue } from './live-queue.js';
import { LiveUser, type UserState, userField, writeUserState } from './live-user.js';
import { type PublicStreams, publicStreamsField, writePublicStreams } from './public-streams.js';

/** A changed record of the shard's state: its field and new text. */
export type ChangedStates = Map<string, string>;

/**
 * The users of one realm who have live queues in one shard, found by id and by stream. `apply` keeps what is known of them true
 * to the log.
 */
export class LiveRealm {
  readonly users = new Map<number, LiveUser>();
  /** Queues that get the messages of all public streams. */
  readonly allPublicQueues = new Set<LiveQueue>();
  private readonly subscribers = new Map<number, Set<LiveUser>>();
  private publicStreams: PublicStreams | undefined;

  constructor(readonly realmId: number) {}

  get isEmpty(): boolean {
    return this.users.size === 0;
  }

  get knowsPublicStreams(): boolean {
    return this.publicStreams !== undefined;
  }

  addUser(state: UserState): LiveUser {
    const user = new LiveUser(state);
    this.addLiveUser(user);
    return user;
  }

  addLiveUser(user: LiveUser): void {
    this.users.set(user.state.userId, user);
    for (const streamId of user.state.streamIds) this.index(streamId, user);
  }

  setPublicStreams(publicStreams: PublicStreams): void {
    this.publicStreams = publicStreams;
  }

  addQueue(queue: LiveQueue): void {
    queue.user.queues.add(queue);
    if (queue.allPublicStreams) this.allPublicQueues.add(queue);
  }

  /** Fields of state that are of no use any more. */
  removeQueue(queue: LiveQueue): string[] {
    const { user } = queue;
    user.queues.delete(queue);
    const unused: string[] = [];
    if (this.allPublicQueues.delete(queue) && this.allPublicQueues.size === 0) {
      this.publicStreams = undefined;
      unused.push(publicStreamsField(this.realmId));
    }
    if (user.queues.size === 0) {
      this.users.delete(user.state.userId);
      for (const streamId of user.state.streamIds) this.unindex(streamId, user);
      unused.push(userField(user.state.userId));
    }
    return unused;
  }

  subscribersOf(streamId: number): Iterable<LiveUser> {
    return this.subscribers.get(streamId) ?? [];
  }

  isPublic(streamId: number): boolean {
    return this.publicStreams?.streamIds.has(streamId) ?? false;
  }

  publicStreamsText(): string | undefined {
    return this.publicStreams && writePublicStreams(this.publicStreams);
  }

  /** Makes what is known of the users true to one event. What changed goes into `changed`; deactivated users are answered. */
  apply(event: LoggedEvent, changed: ChangedStates): LiveUser | undefined {
    if (SubscriptionsAdded.matches(event)) {
      for (const { userId, streamId } of event.payload.added) this.subscribe(userId, streamId, event, changed);
    } else if (SubscriptionsRemoved.matches(event)) {
      for (const { userId, streamId } of event.payload.removed) this.unsubscribe(userId, streamId, event, changed);
    } else if (StreamArchived.matches(event)) {
      const { streamId } = event.payload.stream;
      for (const user of [...this.subscribersOf(streamId)]) {
        this.unsubscribe(user.state.userId, streamId, event, changed);
      }
      this.setPublic(streamId, false, event, changed);
    } else if (StreamCreated.matches(event) || StreamUpdated.matches(event)) {
      this.setPublic(event.payload.stream.streamId, isPublicStream(event.payload.stream), event, changed);
    } else if (StreamsInSightChanged.matches(event)) {
      this.tellStreams(event.payload, changed);
    } else if (UserUpdated.matches(event)) {
      return this.updateUser(event.payload.userId, event.payload.user, changed);
    }
    return undefined;
  }

  private subscribe(userId: number, streamId: number, event: LoggedEvent, changed: ChangedStates): void {
    const user = this.users.get(userId);
    if (!user || event.sequence <= user.state.messagingSequence || user.state.streamIds.has(streamId)) return;
    user.state.streamIds.add(streamId);
    this.index(streamId, user);
    changed.set(userField(userId), writeUserState(user.state));
  }

  private unsubscribe(userId: number, streamId: number, event: LoggedEvent, changed: ChangedStates): void {
    const user = this.users.get(userId);
    if (!user || event.sequence <= user.state.messagingSequence || !user.state.streamIds.delete(streamId)) return;
    this.unindex(streamId, user);
    changed.set(userField(userId), writeUserState(user.state));
  }

  private setPublic(streamId: number, isPublic: boolean, event: LoggedEvent, changed: ChangedStates): void {
    const known = this.publicStreams;
    if (!known || event.sequence <= known.messagingSequence || known.streamIds.has(streamId) === isPublic) return;
    if (isPublic) known.streamIds.add(streamId);
    else known.streamIds.delete(streamId);
    changed.set(publicStreamsField(this.realmId), writePublicStreams(known));
  }

  private updateUser(
    userId: number,
    now: { readonly role: Role; readonly botOwnerId: number | null; readonly isActive: boolean } | undefined,
    changed: ChangedStates,
  ): LiveUser | undefined {
    const user = this.users.get(userId);
    if (!user || !now) return undefined;
    const { state } = user;
    // By which role streams were told, messaging says when it has told them anew.
    if (state.role !== now.role || state.botOwnerId !== now.botOwnerId) {
      state.role = now.role;
      state.botOwnerId = now.botOwnerId;
      changed.set(userField(userId), writeUserState(state));
    }
    return now.isActive ? undefined : user;
  }

  private tellStreams({ userId, role }: StreamsInSightChangedPayload, changed: ChangedStates): void {
    const state = this.users.get(userId)?.state;
    if (!state) return;
    const told = role ?? state.role;
    if (state.roleInSight === told) return;
    state.roleInSight = told;
    changed.set(userField(userId), writeUserState(state));
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
