import { isAdministrator, type Principal, type StreamFacts } from '@chat/contracts';
import { seesPublicStreams } from './viewer.js';

type StreamKind = Pick<StreamFacts, 'isPrivate' | 'isWebPublic' | 'isHistoryPublicToSubscribers'>;
type Caller = Pick<Principal, 'role'> | null;

/*
 * The rules of who sees what of a stream; pure. Their other form, for many messages at once, is the SQL condition in
 * `visible-messages.ts`; `access.int.spec.ts` holds the two against each other.
 *
 *                        web-public   public       private, shared   private, protected
 *   spectator            all          –            –                 –
 *   guest                all          subscribed   subscribed        subscribed: since then
 *   member, moderator    all          all          subscribed        subscribed: since then
 *   administrator        all          all          as member, and metadata of every stream
 */

/** May join, read its topics, link to it, see new messages. */
export function mayReadStream(viewer: Caller, stream: StreamKind, isSubscribed: boolean): boolean {
  if (stream.isWebPublic || isSubscribed) return true;
  return !stream.isPrivate && seesPublicStreams(viewer);
}

/** May know that it exists, its name, description and subscribers. Administrators: of every stream. */
export function maySeeStream(viewer: Caller, stream: StreamKind, isSubscribed: boolean): boolean {
  return mayReadStream(viewer, stream, isSubscribed) || (viewer !== null && isAdministrator(viewer.role));
}

/** How much of its history: everything, only what came while subscribed, nothing. */
export type HistoryScope = 'all' | 'subscribed-intervals' | 'none';

export function historyScope(viewer: Caller, stream: StreamKind, isSubscribed: boolean): HistoryScope {
  if (!mayReadStream(viewer, stream, isSubscribed)) return 'none';
  return stream.isPrivate && !stream.isHistoryPublicToSubscribers ? 'subscribed-intervals' : 'all';
}
