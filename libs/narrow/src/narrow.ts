/** A user in a narrow: an id, or an API email address. */
export type UserReference = number | string;
/** A stream in a narrow: an id or a name. */
export type StreamReference = number | string;

export const IS_PROPERTIES = ['dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved'] as const;
export type IsProperty = (typeof IS_PROPERTIES)[number];

export const HAS_PARTS = ['attachment', 'image', 'link'] as const;
export type HasPart = (typeof HAS_PARTS)[number];

/** One condition on a message. Parsing replaces deprecated names. */
export type NarrowCondition =
  | { readonly operator: 'stream'; readonly stream: StreamReference }
  | { readonly operator: 'streams'; readonly streams: 'public' | 'web-public' }
  | { readonly operator: 'topic'; readonly topic: string }
  | { readonly operator: 'sender'; readonly user: UserReference }
  /** The conversation of exactly these users and the reader. */
  | { readonly operator: 'dm'; readonly users: readonly UserReference[] }
  /** Conversations of the reader with the user; with `groupsOnly`, those of at least three participants. */
  | { readonly operator: 'dm-including'; readonly user: UserReference; readonly groupsOnly: boolean }
  | { readonly operator: 'is'; readonly property: IsProperty }
  | { readonly operator: 'in'; readonly view: 'home' | 'all' }
  | { readonly operator: 'has'; readonly part: HasPart }
  | { readonly operator: 'id'; readonly messageId: number }
  /** A position in the history; matches every message. */
  | { readonly operator: 'near' }
  | { readonly operator: 'search'; readonly query: string };

export type NarrowTerm = NarrowCondition & { readonly isNegated: boolean };

/** A message must match every term; the empty narrow matches all. */
export type Narrow = readonly NarrowTerm[];
