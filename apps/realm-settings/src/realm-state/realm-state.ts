import type { Linkifier, Playground, ProfileFieldRecord, RealmEmoji, RealmRecord } from '@chat/contracts';

/** Everything that this service publishes of a realm, as of one sequence. */
export interface RealmState {
  /** Sequence of the last applied domain event of this service. */
  sequence: number;
  realm: RealmRecord;
  profileFields: readonly ProfileFieldRecord[];
  linkifiers: readonly Linkifier[];
  emoji: readonly RealmEmoji[];
  playgrounds: readonly Playground[];
}
