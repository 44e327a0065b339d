import { Id } from './kit/fields.js';
import type { Role } from './roles.js';
import type { Stream } from './streams/streams.schema.js';

/**
 * The readers of a change of messages: the subscribers of a stream, or a list of users. The list is for direct conversations, and for
 * streams with a protected history.
 */
export type MessageAudience =
  | { readonly kind: 'stream'; readonly streamId: number; readonly alsoUsers?: OtherReaders }
  | { readonly kind: 'users'; readonly userIds: readonly number[]; readonly alsoPublicStream?: PublicStreamAudience };

/** Users without a subscription to a public stream that received its messages elsewhere, flagged them, reacted to them or added submessages. */
export interface OtherReaders {
  readonly userIds: readonly number[];
  /** Guests among them cannot see the stream. */
  readonly exceptGuests: boolean;
}

/** All-public-streams queues of users without a subscription, while the stream is public. */
interface PublicStreamAudience {
  readonly streamId: number;
  /** Users that get another event instead. */
  readonly exceptUserIds: readonly number[];
}

/** The users that may get an event. Event types and narrow of each queue apply afterwards. */
export type Audience =
  /** All users of the realm, guests too. */
  | { readonly kind: 'realm' }
  | MessageAudience
  /** All users except guests if the stream is public; always its subscribers and `alsoUserIds`. */
  | { readonly kind: 'stream-metadata'; readonly stream: Stream; readonly alsoUserIds?: readonly number[] }
  /** The users that pass the test. */
  | { readonly kind: 'readers'; readonly test: (reader: Reader) => boolean };

/** The user of a queue. */
export interface Reader {
  readonly userId: number;
  readonly role: Role;
  /** The role of the streams that the reader was last sent; differs from `role` until messaging publishes those of a new role. */
  readonly roleInSight: Role;
  readonly isBot: boolean;
  readonly botOwnerId: number | null;
  /** Right after the event. */
  isSubscribedTo(streamId: number): boolean;
}

/** Selects the audience of a domain event. `to` completes "Sent to …" in the documentation of its client events. */
export interface AudienceRule<Payload> {
  readonly to: string;
  readonly of: (payload: Payload) => Audience;
}

/** Every user of the realm. */
export const wholeRealm: AudienceRule<unknown> = { to: 'all users', of: () => ({ kind: 'realm' }) };

/** Base of payloads that one user alone receives: the audience {@link itsUser} reads the id. */
export class ItsUser {
  @Id() userId!: number;
}

/** The user with the `userId` of the payload. */
export const itsUser: AudienceRule<Readonly<ItsUser>> = {
  to: 'the user',
  of: ({ userId }) => ({ kind: 'users', userIds: [userId] }),
};

/** The users in the `audience` of the payload: messaging decides it in the transaction of the event. */
export const messageReaders: AudienceRule<{ readonly audience: MessageAudience }> = {
  to: 'users that can read the message',
  of: ({ audience }) => audience,
};
