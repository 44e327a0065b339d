import type { StreamRecord } from '@chat/contracts';
import type { HasPart, IsProperty } from '@chat/narrow';
import type { Viewer } from '../access/visible-messages.js';

/** A condition of a narrow with names replaced by ids that exist and that the reader may know of. */
export type ResolvedCondition =
  | { readonly kind: 'stream'; readonly stream: StreamRecord }
  | { readonly kind: 'streams'; readonly webPublicOnly: boolean }
  | { readonly kind: 'topic'; readonly topicKey: string }
  | { readonly kind: 'sender'; readonly userId: number }
  /** Null: no message has been sent in this conversation. */
  | { readonly kind: 'conversation'; readonly recipientId: number | null }
  | { readonly kind: 'conversations'; readonly recipientIds: readonly number[] }
  | { readonly kind: 'is'; readonly property: Exclude<IsProperty, 'unread'> }
  | { readonly kind: 'unread'; readonly messageIds: readonly number[] }
  | { readonly kind: 'home' }
  | { readonly kind: 'has'; readonly part: HasPart }
  | { readonly kind: 'id'; readonly messageId: number }
  | { readonly kind: 'search'; readonly query: string };

export type ResolvedTerm = ResolvedCondition & { readonly isNegated: boolean };

/** A message must meet every term. Terms without a condition are left out. */
export type ResolvedNarrow = readonly ResolvedTerm[];

/** The messages of a narrow that a reader may see. */
export interface NarrowQuery {
  readonly narrow: ResolvedNarrow;
  readonly viewer: Viewer | null;
  readonly realmId: number;
}

type TermOf<Kind extends ResolvedCondition['kind']> = Extract<ResolvedCondition, { kind: Kind }>;

/** The first term of this kind that is not negated. */
export function positive<Kind extends ResolvedCondition['kind']>(
  narrow: ResolvedNarrow,
  kind: Kind,
): TermOf<Kind> | undefined {
  return narrow.find((term) => term.kind === kind && !term.isNegated) as TermOf<Kind> | undefined;
}

/** Recipient of every message of the narrow; null: of several recipients. */
export const recipientOf = (narrow: ResolvedNarrow): number | null =>
  positive(narrow, 'stream')?.stream.recipientId ?? positive(narrow, 'conversation')?.recipientId ?? null;

export function searchQuery(narrow: ResolvedNarrow): string | null {
  const queries = narrow.filter((term) => term.kind === 'search' && !term.isNegated);
  return queries.length === 0 ? null : queries.map((term) => (term as TermOf<'search'>).query).join(' ');
}
