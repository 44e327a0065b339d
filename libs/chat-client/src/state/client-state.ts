import type { WireEvent } from '../event-reader.js';
import { kindOf } from './client-events.js';
import type { ReadonlyIdSet } from './id-set.js';
import { MESSAGE_CHANGES } from './message-changes.js';
import { REALM_CHANGES } from './realm-changes.js';
import type { RecordKey, RecordListName, RecordOf } from './record-lists.js';
import { type Changes, StateStore } from './state-store.js';
import { STREAM_CHANGES } from './stream-changes.js';
import type { UnreadMessages } from './unread-messages.js';
import { USER_CHANGES } from './user-changes.js';
import type { WireState } from './wire-state.js';

type AnyChange = (state: StateStore, fields: unknown) => void;
const CHANGES = new Map(
  Object.entries({ ...MESSAGE_CHANGES, ...REALM_CHANGES, ...STREAM_CHANGES, ...USER_CHANGES }) as [string, AnyChange][],
);

/** A field of the register response that is not held as records. */
export type FieldName = Exclude<keyof WireState, RecordListName | 'unread_msgs' | 'starred_messages'>;
/** The unread messages, to read. */
export type ReadonlyUnread = Omit<UnreadMessages, 'add' | 'drop' | 'dropAll' | 'move' | 'setMention'>;

/**
 * The state of a client: the response to POST /register, changed by each event. At any time it equals the response to a new
 * registration, except for fields that change without an event. Records are immutable: a changed record is a new object.
 */
export class ClientState {
  private readonly store: StateStore;

  /** Belongs to the state from now on; it is never changed. */
  constructor(registered: Readonly<WireState>) {
    this.store = new StateStore(registered);
  }

  /** Returns the changes of an event; empty if it changes nothing in the state. */
  apply({ id: _, type, op, ...fields }: WireEvent): Changes {
    CHANGES.get(kindOf({ type, op }))?.(this.store, fields);
    return this.store.takeChanges();
  }

  /** Undefined if the field was not fetched. */
  field<Name extends FieldName>(name: Name): WireState[Name] {
    return this.store.field(name);
  }

  /** By id; the same map as long as the registration lives. Empty if the list was not fetched. */
  records<Name extends RecordListName>(name: Name): ReadonlyMap<RecordKey<Name>, RecordOf<Name>> {
    return this.store.all(name);
  }

  /** Undefined if they were not fetched. */
  get unread(): ReadonlyUnread | undefined {
    return this.store.unread;
  }

  /** Ids of starred messages; undefined if they were not fetched. */
  get starred(): ReadonlyIdSet | undefined {
    return this.store.starred;
  }

  /** The response to POST /register again. */
  toWire(): Readonly<WireState> {
    return this.store.toWire();
  }
}
