import type { ReactionKind } from './reaction-kind.js';

/** What a user says of themselves; absent parts are empty. Source: API contract, `user_status`. */
export interface UserStatus {
  readonly text: string;
  /** Deprecated on the wire: not seen by others as present. */
  readonly isAway: boolean;
  readonly emoji: { readonly name: string; readonly code: string; readonly kind: ReactionKind } | null;
}
