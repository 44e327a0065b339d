/** A user as a narrow names one: by id, or by API email. */
export type UserReference = number | string;
/** A stream as a narrow names one: by id, or by name. */
export type StreamReference = number | string;

export const IS_PROPERTIES = ['dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved'] as const;
export type IsProperty = (typeof IS_PROPERTIES)[number];

export const HAS_PARTS = ['attachment', 'image', 'link'] as const;
export type HasPart = (typeof HAS_PARTS)[number];

/** One condition on a message. Deprecated names of operators and operands are gone after parsing. */
export type NarrowCondition =
  | { readonly operator: 'stream'; readonly stream: StreamReference }
  | { readonly operator: 'streams'; readonly streams: 'public' | 'web-public' }
  | { readonly operator: 'topic'; readonly topic: string }
  | { readonly operator: 'sender'; readonly user: UserReference }
  /** The conversation of exactly these users and the reader. */
  | { readonly operator: 'dm'; readonly users: readonly UserReference[] }
  /** Every conversation of the reader that the user takes part in; with `groupsOnly`, those of three or more. */
  | { readonly operator: 'dm-including'; readonly user: UserReference; readonly groupsOnly: boolean }
  | { readonly operator: 'is'; readonly property: IsProperty }
  | { readonly operator: 'in'; readonly view: 'home' | 'all' }
  | { readonly operator: 'has'; readonly part: HasPart }
  | { readonly operator: 'id'; readonly messageId: number }
  /** Says where to look, not what to find: no condition. */
  | { readonly operator: 'near' }
  | { readonly operator: 'search'; readonly query: string };

export type NarrowTerm = NarrowCondition & { readonly isNegated: boolean };

/** A message must meet every term. An empty narrow is met by all. */
export type Narrow = readonly NarrowTerm[];
