import type { ClientCapabilities } from './client-capabilities.js';
import type { DomainEventType, LoggedEvent } from './domain-event.js';
import type { ClientEvent } from './kit/client-event.js';
import type { OtherReaders, PublicStreamAudience } from './message-audience.js';
import type { Role } from './roles.js';
import type { Stream } from './streams/streams.schema.js';

/** Who may get an event at all, before the queue's own choice of types and narrow. */
export type Audience =
  /** Everybody in the realm; guests too. */
  | { readonly kind: 'realm' }
  | { readonly kind: 'users'; readonly userIds: readonly number[]; readonly alsoPublicStream?: PublicStreamAudience }
  /** Whoever may read the stream's new messages: its subscribers, and all-public-streams queues if it is public. */
  | { readonly kind: 'stream'; readonly streamId: number; readonly alsoUsers?: OtherReaders }
  /** Whoever may know of the stream: everybody but guests if it is public, else its subscribers and `alsoUserIds`. */
  | { readonly kind: 'stream-metadata'; readonly stream: Stream; readonly alsoUserIds?: readonly number[] }
  /** Those of the realm for whom `test` holds. */
  | { readonly kind: 'readers'; readonly test: (reader: Reader) => boolean };

export const wholeRealm: Audience = { kind: 'realm' };

/** The user behind a queue, as far as events depend on it. */
export interface Reader {
  readonly userId: number;
  readonly role: Role;
  /** The role by which the reader was last told which streams there are: another one while that of a new role is on its way. */
  readonly roleInSight: Role;
  readonly isBot: boolean;
  /** For a bot, its owner. */
  readonly botOwnerId: number | null;
  /** As of right after the event. */
  isSubscribedTo(streamId: number): boolean;
}

/** What a client chose when it registered. Events differ between clients by this and by the reader, and by nothing else. */
export interface ClientTraits {
  readonly applyMarkdown: boolean;
  readonly clientExtavatar: boolean;
  readonly slimPresence: boolean;
  readonly includeSubscribers: boolean;
  readonly capabilities: ClientCapabilities;
}

/** Opens a text that was sealed for a domain event (base64). */
export type OpenSealed = (sealed: string) => string;

/**
 * How one type of domain event becomes what clients read: one file per kind of change, and the only place that knows its wire
 * names and deprecated forms. Pure: same input, same output, no I/O.
 */
export interface ClientEventMapping<Payload> {
  readonly source: DomainEventType<string, Payload>;
  readonly audience: (payload: Payload, event: LoggedEvent<Payload>) => Audience;
  /** Usually one event; none when this reader or client gets none; several for older clients. In order. */
  readonly forClient: (
    payload: Payload,
    reader: Reader,
    client: ClientTraits,
    event: LoggedEvent<Payload>,
    open: OpenSealed,
  ) => readonly ClientEvent[];
}
