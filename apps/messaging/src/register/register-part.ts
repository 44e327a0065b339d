import type { GetMessagingRegisterState, RegisterFields, UserTopic } from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import type { RealmUsers } from '../projections/realm-users.js';
import type { CachedStream, RealmStreams } from './cached-streams.js';
import type { CachedSubscribers } from './cached-subscribers.js';
import type { OwnSubscription } from './own-subscriptions.js';

export interface UserTopicRow extends UserTopic {
  readonly topicKey: string;
}

/** The streams of a realm and the reader's subscriptions to them. */
export interface RegisterStreams {
  readonly realm: RealmStreams;
  /** By stream, including archived ones. */
  readonly own: ReadonlyMap<number, OwnSubscription>;
  /** The streams that the reader sees, by name. */
  readonly visible: readonly CachedStream[];
}

/** Data for all parts of the state. `streams` and `userTopics` are read at the first call, once for all parts. */
interface RegisterContext {
  readonly request: GetMessagingRegisterState;
  readonly realmId: number;
  readonly users: RealmUsers;
  readonly subscribers: CachedSubscribers;
  readonly streams: () => Promise<RegisterStreams>;
  /** Empty for a spectator. */
  readonly userTopics: () => Promise<readonly UserTopicRow[]>;
}

/**
 * One part of this service's register state: fields under wire names for the fetch types it knows, none if the request has other types
 * (`wantsState`). A value may be text already (`JsonText`, `SharedList`). All parts read from one snapshot at the same time, without a query per
 * row.
 */
export type RegisterPart = (tx: Transaction, context: RegisterContext) => Promise<RegisterFields>;

export const REGISTER_PARTS = Symbol('REGISTER_PARTS');

/** Topic visibility of a user by stream and topic, including archived streams. */
export const readUserTopics = (queryable: Queryable, userId: number): Promise<UserTopicRow[]> =>
  queryable.queryPrepared<UserTopicRow>(
    `SELECT stream_id AS "streamId", topic, topic_key AS "topicKey", visibility_policy AS "visibilityPolicy",
       floor(extract(epoch FROM updated_at))::bigint AS "updatedAtSeconds"
     FROM user_topics WHERE user_id = $1 ORDER BY stream_id, topic_key`,
    [userId],
  );
