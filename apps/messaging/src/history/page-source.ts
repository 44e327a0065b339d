import { historyScope, seesPublicStreams } from '../access/stream-access.js';
import type { Viewer } from '../access/viewer.js';
import { visibleMessages } from '../access/visible-messages.js';
import { isReceived } from '../flags/read-state.js';
import { narrowConditions } from './narrow-conditions.js';
import { positive, type ResolvedNarrow } from './resolved-narrow.js';
import type { SqlParameters } from './sql-parameters.js';

/**
 * Where a page is read from. `one`: one index gives the messages in order (a stream, a topic, a conversation, a sender) or there
 * are few candidates (ids, stars, mentions, a search). `places`: many streams and conversations, each read in its own
 * order and merged: as many index probes as places, however many messages there are.
 */
export interface PageSource {
  /** SQL of rows (recipient_id, low, high) with `low < id <= high` (null: open); undefined for `one`. */
  readonly places: string | undefined;
  /** On alias `m`. */
  readonly conditions: readonly string[];
}

/** Chooses the source, and has every condition of the narrow and of visibility. */
export function pageSource(
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  parameters: SqlParameters,
): PageSource {
  const realm = parameters.add(realmId, 'bigint');
  const conditions = [`m.realm_id = ${realm}`, ...narrowConditions(narrow, viewer?.userId ?? null, parameters)];
  const stream = positive(narrow, 'stream')?.stream;
  if (stream) {
    // The stream was found for this viewer, so it may be read; how much of it:
    if (historyScope(viewer, stream, true) === 'all') return { places: undefined, conditions };
    const user = parameters.add(viewer?.userId ?? 0, 'bigint');
    const places = `SELECT ${parameters.add(stream.recipientId, 'bigint')} AS recipient_id,
        i.since_message_id AS low, i.until_message_id AS high
      FROM subscription_intervals i WHERE i.user_id = ${user} AND i.stream_id = ${parameters.add(stream.streamId, 'bigint')}`;
    return { places, conditions };
  }
  if (viewer === null) return { places: publicPlaces(realm, true), conditions };
  const streams = positive(narrow, 'streams');
  if (streams && (streams.webPublicOnly || seesPublicStreams(viewer))) {
    return hasFewCandidates(narrow)
      ? { places: undefined, conditions: [...conditions, visible(viewer, parameters)] }
      : { places: publicPlaces(realm, streams.webPublicOnly), conditions };
  }
  if (positive(narrow, 'conversation')) return { places: undefined, conditions };
  if (isOrderedByItself(narrow)) {
    const received = isStarred(narrow) ? [] : [isReceived(parameters.add(viewer.userId, 'bigint'))];
    return { places: undefined, conditions: [...conditions, visible(viewer, parameters), ...received] };
  }
  return receivedPlaces(narrow, viewer, realm, conditions, parameters);
}

/** The all-messages view, and what narrows it without an index of its own. */
function receivedPlaces(
  narrow: ResolvedNarrow,
  viewer: Viewer,
  realm: string,
  conditions: readonly string[],
  parameters: SqlParameters,
): PageSource {
  const user = parameters.add(viewer.userId, 'bigint');
  const direct = `SELECT dp.recipient_id, 0::bigint AS low, NULL::bigint AS high
    FROM direct_participants dp WHERE dp.user_id = ${user}`;
  // What was received while subscribed; of streams that were left, only what everybody like the viewer may read.
  const streams = () => `SELECT s.recipient_id, i.since_message_id AS low, i.until_message_id AS high
    FROM subscription_intervals i
    JOIN streams s ON s.id = i.stream_id
    LEFT JOIN subscriptions u ON u.stream_id = s.id AND u.user_id = i.user_id AND u.is_active
    WHERE i.user_id = ${user} AND s.realm_id = ${realm} AND s.archived_at IS NULL
      AND (u.user_id IS NOT NULL OR s.is_web_public OR (NOT s.is_private AND ${parameters.add(seesPublicStreams(viewer), 'boolean')}))`;
  const isDirectOnly = narrow.some((term) => term.kind === 'is' && term.property === 'dm' && !term.isNegated);
  const conversations = positive(narrow, 'conversations');
  // What was moved may have come from a place that the viewer was not in.
  const moved = `(m.read_recipient_id IS NULL OR (${visible(viewer, parameters)} AND ${isReceived(user)}))`;
  return {
    places: isDirectOnly || conversations ? direct : `${streams()} UNION ALL ${direct}`,
    conditions: [...conditions, moved],
  };
}

const publicPlaces = (realm: string, webPublicOnly: boolean): string =>
  `SELECT s.recipient_id, 0::bigint AS low, NULL::bigint AS high FROM streams s
   WHERE s.realm_id = ${realm} AND s.archived_at IS NULL AND ${webPublicOnly ? 's.is_web_public' : 'NOT s.is_private'}`;

function visible(viewer: Viewer, parameters: SqlParameters): string {
  // The condition names its parameters by number, so they are added first.
  const { parameters: values } = visibleMessages(viewer, 1);
  return visibleMessages(viewer, parameters.addAll(values)).condition;
}

const isStarred = (narrow: ResolvedNarrow): boolean =>
  narrow.some((term) => term.kind === 'is' && term.property === 'starred' && !term.isNegated);

const hasFewCandidates = (narrow: ResolvedNarrow): boolean =>
  narrow.some(
    (term) =>
      !term.isNegated &&
      (term.kind === 'id' ||
        term.kind === 'unread' ||
        term.kind === 'search' ||
        (term.kind === 'is' && ['starred', 'mentioned', 'alerted'].includes(term.property))),
  );

const isOrderedByItself = (narrow: ResolvedNarrow): boolean =>
  hasFewCandidates(narrow) || positive(narrow, 'sender') !== undefined;
