import { OUTBOX_IDENTITIES } from '@chat/event-log';
import { ForwardMigration } from '@chat/persistence';

/** The log compares the identity of its last event with that of the outbox. */
export class IdentifyEvents1700000000650 extends ForwardMigration {
  readonly statements = OUTBOX_IDENTITIES;
}
