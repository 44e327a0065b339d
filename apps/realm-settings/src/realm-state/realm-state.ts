import type { CustomProfileField, Linkifier, Playground, RealmEmoji, RealmRecord } from '@chat/contracts';

/** Everything that this service publishes of a realm, as of one sequence. */
export interface RealmState {
  /** Sequence of the last applied domain event of this service. */
  sequence: number;
  realm: RealmRecord;
  profileFields: readonly CustomProfileField[];
  linkifiers: readonly Linkifier[];
  emoji: readonly RealmEmoji[];
  playgrounds: readonly Playground[];
}
