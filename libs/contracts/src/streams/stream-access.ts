import type { Principal } from '../principal.js';
import { isAdministrator, isGuest } from '../roles.js';
import type { Stream } from './streams.schema.js';

type StreamKind = Pick<Stream, 'isPrivate' | 'isWebPublic' | 'isHistoryPublicToSubscribers'>;
/** Null is a spectator. */
type Caller = Pick<Principal, 'role'> | null;

/*
 * The visibility of streams, for requests and events. Messaging's `access/visible-messages.ts` is the SQL form for many messages;
 * messaging's tests compare both.
 *                        web-public   public       private, shared   private, protected
 *   spectator            all          –            –                 –
 *   guest                all          subscribed   subscribed        subscribed: since then
 *   member, moderator    all          all          subscribed        subscribed: since then
 *   administrator        all          all          as member, and metadata of every stream
 */

/** Guests and spectators see only subscribed and web-public streams. */
export const seesPublicStreams = (caller: Caller): boolean => caller !== null && !isGuest(caller.role);

/** Whether the caller may join the stream, read its topics, link to it and see new messages. */
export function mayReadStream(caller: Caller, stream: StreamKind, isSubscribed: boolean): boolean {
  if (stream.isWebPublic || isSubscribed) return true;
  return !stream.isPrivate && seesPublicStreams(caller);
}

/** Whether the caller may see name, description and subscribers. Administrators see every stream. */
export function maySeeStream(caller: Caller, stream: StreamKind, isSubscribed: boolean): boolean {
  return mayReadStream(caller, stream, isSubscribed) || (caller !== null && isAdministrator(caller.role));
}

/** The visible part of the history. */
type HistoryScope = 'all' | 'subscribed-intervals' | 'none';

/**
 * The messages of a stream that a caller may read. In a private stream with protected history these are the messages of the times of
 * subscription.
 */
export function historyScope(caller: Caller, stream: StreamKind, isSubscribed: boolean): HistoryScope {
  if (!mayReadStream(caller, stream, isSubscribed)) return 'none';
  return stream.isPrivate && !stream.isHistoryPublicToSubscribers ? 'subscribed-intervals' : 'all';
}
