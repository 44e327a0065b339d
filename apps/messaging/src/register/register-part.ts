import type { GetMessagingRegisterState, RegisterFields } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { RealmUsers } from '../projections/realm-users.js';
import type { CachedSubscribers } from './cached-subscribers.js';
import type { UserTopicRow } from './read-user-topics.js';
import type { RegisterStreams } from './register-streams.js';

/** What every part of the state is read with. */
export interface RegisterContext {
  readonly request: GetMessagingRegisterState;
  readonly realmId: number;
  readonly users: RealmUsers;
  readonly subscribers: CachedSubscribers;
  /** Read when first asked for, once for all parts. */
  readonly streams: () => Promise<RegisterStreams>;
  /** The reader's; none of a spectator. Read when first asked for, once for all parts. */
  readonly userTopics: () => Promise<readonly UserTopicRow[]>;
}

/**
 * One part of this service's register state: the fields that belong to the fetch types it knows, under wire names; none when
 * the reader asked for other types (`wantsState`). A value may be written already (`JsonText`, `SharedList`). All parts read in one snapshot, at the same time; no query per row.
 */
export type RegisterPart = (tx: Transaction, context: RegisterContext) => Promise<RegisterFields>;

/** Injection token of the list of all parts. */
export const REGISTER_PARTS = Symbol('REGISTER_PARTS');
