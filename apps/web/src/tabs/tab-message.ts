import type { EventQueue, WireEvent, WireState } from '@chat/chat-client';
import type { Connection } from '../client/connection.js';

/** A message between the tabs of the browser. */
export type TabMessage =
  /** A new tab asks the leader for the state. */
  | { readonly kind: 'hello' }
  /** The state after the last event of the queue: the response to `hello`, and after each registration. */
  | {
      readonly kind: 'state';
      readonly state: Readonly<WireState>;
      readonly queue: EventQueue;
      readonly connection: Connection['state'];
    }
  | { readonly kind: 'event'; readonly queueId: string; readonly event: WireEvent }
  /** An own change that the server has not reported yet. */
  | { readonly kind: 'change'; readonly event: WireEvent }
  | { readonly kind: 'connection'; readonly state: Connection['state'] }
  /** The network or the computer is back. */
  | { readonly kind: 'wake' }
  /** A tab begins to sign out; false: the server did not respond. */
  | { readonly kind: 'sign-out'; readonly isRunning: boolean }
  | { readonly kind: 'signed-out' };

/** The other tabs, in order, as BroadcastChannel. */
export interface TabChannel {
  postMessage(message: TabMessage): void;
  onmessage: ((event: { readonly data: TabMessage }) => void) | null;
  close(): void;
}

/** Runs `lead` in one tab at a time: in the next one when this tab is closed or killed, or after the end of the signal. */
export interface TabLock {
  hold(lead: (ended: AbortSignal) => Promise<void>): void;
}
