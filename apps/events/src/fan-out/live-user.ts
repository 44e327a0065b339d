import { type Reader, type Role } from '@chat/contracts';
import type { LiveQueue } from './live-queue.js';

/** What decides which events a user gets, as of the shard's cursor. Stored with the cursor. */
export interface UserFacts {
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

  constructor(readonly facts: UserFacts) {
    this.reader = new LiveReader(facts);
  }
}

/** The user as mappings see them, always as the facts are now. */
class LiveReader implements Reader {
  readonly userId: number;
  readonly isBot: boolean;

  constructor(private readonly facts: UserFacts) {
    this.userId = facts.userId;
    this.isBot = facts.isBot;
  }

  get role(): Role {
    return this.facts.role;
  }

  get roleInSight(): Role {
    return this.facts.roleInSight;
  }

  get botOwnerId(): number | null {
    return this.facts.botOwnerId;
  }

  isSubscribedTo(streamId: number): boolean {
    return this.facts.streamIds.has(streamId);
  }
}

/** Field of the shard's facts hash. */
export const userField = (userId: number): string => `u${userId}`;

export const writeUserFacts = ({ streamIds, ...facts }: UserFacts): string =>
  JSON.stringify({ ...facts, streamIds: [...streamIds] });

export function readUserFacts(json: string): UserFacts {
  const { streamIds, ...facts } = JSON.parse(json) as Omit<UserFacts, 'streamIds'> & { streamIds: number[] };
  // What a former release stored has one role.
  return { ...facts, roleInSight: facts.roleInSight ?? facts.role, streamIds: new Set(streamIds) };
}
