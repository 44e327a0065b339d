import { type Reader, type Role } from '@chat/contracts';
import type { LiveQueue } from './live-queue.js';

/** What decides which events a user gets, as of the shard's cursor. Stored with the cursor. */
export interface UserState {
  readonly userId: number;
  readonly realmId: number;
  role: Role;
  roleInSight: Role;
  readonly isBot: boolean;
  botOwnerId: number | null;
  /** Streams that the user is subscribed to. */
  readonly streamIds: Set<number>;
  /** Messaging's sequence that `streamIds` covers: ahead of the cursor right after it was loaded. */
  readonly messagingSequence: number;
}

/** A user with at least one live queue. */
export class LiveUser {
  readonly queues = new Set<LiveQueue>();
  readonly reader: Reader;

  constructor(readonly state: UserState) {
    this.reader = new LiveReader(state);
  }
}

/** The user as mappings see them, always current. */
class LiveReader implements Reader {
  readonly userId: number;
  readonly isBot: boolean;

  constructor(private readonly state: UserState) {
    this.userId = state.userId;
    this.isBot = state.isBot;
  }

  get role(): Role {
    return this.state.role;
  }

  get roleInSight(): Role {
    return this.state.roleInSight;
  }

  get botOwnerId(): number | null {
    return this.state.botOwnerId;
  }

  isSubscribedTo(streamId: number): boolean {
    return this.state.streamIds.has(streamId);
  }
}

/** Field of the hash of states. */
export const userField = (userId: number): string => `u${userId}`;

export const writeUserState = ({ streamIds, ...state }: UserState): string =>
  JSON.stringify({ ...state, streamIds: [...streamIds] });

export function readUserState(json: string): UserState {
  const { streamIds, ...state } = JSON.parse(json) as Omit<UserState, 'streamIds'> & { streamIds: number[] };
  // What a former release stored has one role.
  return { ...state, roleInSight: state.roleInSight ?? state.role, streamIds: new Set(streamIds) };
}
