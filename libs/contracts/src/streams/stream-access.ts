import type { Principal } from '../principal.js';
import { isAdministrator, isGuest } from '../roles.js';
import type { Stream } from './streams.schema.js';

type StreamKind = Pick<Stream, 'isPrivate' | 'isWebPublic' | 'isHistoryPublicToSubscribers'>;
/** Null: a spectator, without an account. */
type Caller = Pick<Principal, 'role'> | null;

/*
 * The rules of who sees what of a stream: for requests and events alike. Their form for many messages at once is the SQL
 * condition in messaging's `access/visible-messages.ts`; messaging's tests hold the two against each other.
 *
 *                        web-public   public       private, shared   private, protected
 *   spectator            all          –            –                 –
 *   guest                all          subscribed   subscribed        subscribed: since then
 *   member, moderator    all          all          subscribed        subscribed: since then
 *   administrator        all          all          as member, and metadata of every stream
 */

/** Members and above see every public stream; guests and spectators only what they are in, or what is web-public. */
export const seesPublicStreams = (caller: Caller): boolean => caller !== null && !isGuest(caller.role);

/** May join, read its topics, link to it, see new messages. */
export function mayReadStream(caller: Caller, stream: StreamKind, isSubscribed: boolean): boolean {
  if (stream.isWebPublic || isSubscribed) return true;
  return !stream.isPrivate && seesPublicStreams(caller);
}

/** May know that it exists, its name, description and subscribers. Administrators: of every stream. */
export function maySeeStream(caller: Caller, stream: StreamKind, isSubscribed: boolean): boolean {
  return mayReadStream(caller, stream, isSubscribed) || (caller !== null && isAdministrator(caller.role));
}

/** How much of its history: everything, only what came while subscribed, nothing. */
export type HistoryScope = 'all' | 'subscribed-intervals' | 'none';

export function historyScope(caller: Caller, stream: StreamKind, isSubscribed: boolean): HistoryScope {
  if (!mayReadStream(caller, stream, isSubscribed)) return 'none';
  return stream.isPrivate && !stream.isHistoryPublicToSubscribers ? 'subscribed-intervals' : 'all';
}
