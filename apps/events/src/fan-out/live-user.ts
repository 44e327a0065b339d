import type { Reader, Role } from '@chat/contracts';
import { KeyedQueues, type LiveQueue } from './live-queue.js';

/** Everything about a user that decides which events the user's queues get. Stored with the shard, exact at its cursors. */
export class UserState implements Reader {
  readonly userId!: number;
  readonly realmId!: number;
  role!: Role;
  roleInSight!: Role;
  readonly isBot!: boolean;
  botOwnerId!: number | null;
  readonly streamIds!: Set<number>;
  /** Messaging's sequence that `streamIds` covers. Right after loading it is ahead of the cursor. */
  readonly messagingSequence!: number;

  constructor(fields: Omit<UserState, 'isSubscribedTo'>) {
    Object.assign(this, fields);
  }

  isSubscribedTo(streamId: number): boolean {
    return this.streamIds.has(streamId);
  }
}

/** The public streams of a realm. Stored while a queue of the shard follows all of them. */
export interface PublicStreams {
  readonly realmId: number;
  readonly streamIds: Set<number>;
  /** Messaging's sequence that `streamIds` covers. */
  readonly messagingSequence: number;
}

/** A user with at least one live queue. */
export class LiveUser {
  readonly queues = new Set<LiveQueue>();
  readonly messageQueues = new KeyedQueues();

  constructor(readonly state: UserState) {}

  add(queue: LiveQueue): void {
    this.queues.add(queue);
    this.messageQueues.add(queue);
  }

  remove(queue: LiveQueue): void {
    this.queues.delete(queue);
    this.messageQueues.delete(queue);
  }
}

/** Names of the fields in the hash of a shard's states. */
export const userField = (userId: number): string => `u${userId}`;
export const publicStreamsField = (realmId: number): string => `p${realmId}`;

export const writeState = (state: UserState | PublicStreams): string =>
  JSON.stringify({ ...state, streamIds: [...state.streamIds] });

export function readPublicStreams(json: string): PublicStreams {
  const { streamIds, ...fields } = JSON.parse(json);
  return { ...fields, streamIds: new Set(streamIds) };
}

export function readUserState(json: string): UserState {
  const { streamIds, ...fields } = JSON.parse(json);
  // A state that an earlier release stored has no `roleInSight`.
  return new UserState({ roleInSight: fields.role, ...fields, streamIds: new Set(streamIds) });
}
