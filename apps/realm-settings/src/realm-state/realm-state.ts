import type {
  LinkifierRecord,
  PlaygroundRecord,
  ProfileFieldRecord,
  RealmEmojiRecord,
  RealmRecord,
} from '@chat/contracts';

/** Everything that this service tells of a realm, as of one sequence. */
export interface RealmState {
  /** The last domain event of this service that is in it. */
  sequence: number;
  realm: RealmRecord;
  profileFields: readonly ProfileFieldRecord[];
  linkifiers: readonly LinkifierRecord[];
  emoji: readonly RealmEmojiRecord[];
  playgrounds: readonly PlaygroundRecord[];
}
