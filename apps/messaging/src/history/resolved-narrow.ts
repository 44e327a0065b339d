import type { StreamRecord } from '@chat/contracts';
import type { HasPart, IsProperty } from '@chat/narrow';

/** A condition of a narrow with names replaced by ids that exist and that the reader may know of. */
export type ResolvedCondition =
  | { readonly kind: 'stream'; readonly stream: StreamRecord }
  | { readonly kind: 'streams'; readonly webPublicOnly: boolean }
  | { readonly kind: 'topic'; readonly topicKey: string }
  | { readonly kind: 'sender'; readonly userId: number }
  /** Null: these people never wrote to each other. */
  | { readonly kind: 'conversation'; readonly recipientId: number | null }
  | { readonly kind: 'conversations'; readonly recipientIds: readonly number[] }
  | { readonly kind: 'is'; readonly property: Exclude<IsProperty, 'unread'> }
  | { readonly kind: 'unread'; readonly messageIds: readonly number[] }
  | { readonly kind: 'home' }
  | { readonly kind: 'has'; readonly part: HasPart }
  | { readonly kind: 'id'; readonly messageId: number }
  | { readonly kind: 'search'; readonly query: string };

export type ResolvedTerm = ResolvedCondition & { readonly isNegated: boolean };

/** A message must meet every term. Terms that ask nothing are gone. */
export type ResolvedNarrow = readonly ResolvedTerm[];

type TermOf<Kind extends ResolvedCondition['kind']> = Extract<ResolvedCondition, { kind: Kind }>;

/** The first term of this kind that is not negated. */
export function positive<Kind extends ResolvedCondition['kind']>(
  narrow: ResolvedNarrow,
  kind: Kind,
): TermOf<Kind> | undefined {
  return narrow.find((term) => term.kind === kind && !term.isNegated) as TermOf<Kind> | undefined;
}

/** The stream's or conversation's recipient that every message of the narrow has; null: they may be of several. */
export const recipientOf = (narrow: ResolvedNarrow): number | null =>
  positive(narrow, 'stream')?.stream.recipientId ?? positive(narrow, 'conversation')?.recipientId ?? null;

/** What is searched for, all search terms together; null without one. */
export function searchQuery(narrow: ResolvedNarrow): string | null {
  const queries = narrow.filter((term) => term.kind === 'search' && !term.isNegated);
  return queries.length === 0 ? null : queries.map((term) => (term as TermOf<'search'>).query).join(' ');
}
