/**
 * Whom a change of a message reaches: whoever reads the stream, or exactly these users (a direct conversation, or the subscribers
 * of a stream who can see the message although its history is not public).
 */
export type MessageAudience =
  | { readonly kind: 'stream'; readonly streamId: number; readonly alsoUsers?: OtherReaders }
  | { readonly kind: 'users'; readonly userIds: readonly number[]; readonly alsoPublicStream?: PublicStreamAudience };

/**
 * Who is not subscribed to a public stream, but got messages elsewhere, before they were moved there, noted something about them
 * (starred them, marked them as unread) or reacted to them.
 */
export interface OtherReaders {
  readonly userIds: readonly number[];
  /** Of them only those who are no guests see the stream. */
  readonly exceptGuests: boolean;
}

/** Queues that get all public streams, of users who are not subscribed to this one: while it is public. */
export interface PublicStreamAudience {
  readonly streamId: number;
  /** Users who are told otherwise. */
  readonly exceptUserIds: readonly number[];
}
