import type { WireEvent } from '../event-reader.js';
import { MESSAGE_CHANGES } from './message-changes.js';
import { REALM_CHANGES } from './realm-changes.js';
import { kindOf, type WireState } from './state-change.js';
import { STREAM_CHANGES } from './stream-changes.js';
import { USER_CHANGES } from './user-changes.js';

const CHANGES = new Map([...MESSAGE_CHANGES, ...REALM_CHANGES, ...STREAM_CHANGES, ...USER_CHANGES]);

/**
 * The state of a client: the response to POST /register, changed by each event. At any time it equals the response to a new
 * registration, except for fields that change without an event.
 */
export class ClientState {
  private readonly state: WireState;

  constructor(registered: WireState) {
    this.state = structuredClone(registered);
  }

  /** Ignores events that change nothing in the state. */
  apply({ id: _, type, op, ...fields }: WireEvent): void {
    CHANGES.get(kindOf(type, op))?.(this.state, structuredClone(fields) as never);
  }

  get current(): Readonly<WireState> {
    return this.state;
  }
}
