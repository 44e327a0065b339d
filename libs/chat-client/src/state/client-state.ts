import type { WireEvent } from '../event-reader.js';
import { MESSAGE_CHANGES } from './message-changes.js';
import { REALM_CHANGES } from './realm-changes.js';
import { kindOf, type WireState } from './state-change.js';
import { STREAM_CHANGES } from './stream-changes.js';
import { USER_CHANGES } from './user-changes.js';

const CHANGES = new Map([...MESSAGE_CHANGES, ...REALM_CHANGES, ...STREAM_CHANGES, ...USER_CHANGES]);

/** Whether an event of this kind changes what POST /register answers, as far as this client knows. */
export const changesState = ({ type, op }: { type: string; op?: string }): boolean => CHANGES.has(kindOf(type, op));

/**
 * What a client knows: the answer to POST /register, kept up to date by its events. For every moment it should be what a new
 * registration would answer; `comparable` brings both into one form.
 */
export class ClientState {
  private readonly state: WireState;

  constructor(registered: WireState) {
    this.state = structuredClone(registered);
  }

  /** Events that change nothing in the state are ignored. */
  apply({ id: _, type, op, ...fields }: WireEvent): void {
    CHANGES.get(kindOf(type, op))?.(this.state, structuredClone(fields) as never);
  }

  get current(): Readonly<WireState> {
    return this.state;
  }
}
