import { historyScope, seesPublicStreams } from '@chat/contracts';
import { readableConversation, readableStream, type Viewer, visibleMessages } from '../access/visible-messages.js';
import { isReceived } from '../read-state/read-state.js';
import {
  isOfPlaces,
  isProperty,
  mayHoldUnmuted,
  narrowConditions,
  placeConditions,
  type SqlParameters,
} from './narrow-conditions.js';
import { type NarrowQuery, positive, type ResolvedNarrow, type ResolvedTerm } from './resolved-narrow.js';

/**
 * Source of a page. `candidates`: few messages (ids, stars, mentions, a search). `places`: streams and conversations, each read in
 * its own order and merged, so that a page costs as many index probes as places. A term about places filters the places: as a condition
 * on messages it could reject each message of a place up to the oldest.
 */
type PageSource =
  | { readonly kind: 'candidates'; readonly conditions: readonly string[] }
  | {
      readonly kind: 'places';
      /** SQL of rows (recipient_id, low, high) with `low < id <= high` (null: open). */
      readonly places: string;
      /** SQL of the topic to read in each place; undefined: all topics. */
      readonly topicKey: string | undefined;
      /** SQL of the sender to read in each place; undefined: all senders. Never with a topic. */
      readonly senderId: string | undefined;
      /** Further conditions on alias `m`. */
      readonly conditions: readonly string[];
    };

/** Chooses the source, with every condition of the narrow and of visibility. */
export function pageSource(query: NarrowQuery, parameters: SqlParameters): PageSource {
  const { narrow, viewer, realmId } = query;
  const stream = positive(narrow, 'stream');
  const conversation = positive(narrow, 'conversation');
  if (isOrderedByItself(narrow)) return candidates(query, parameters);
  if (stream) {
    // The stream was found for this viewer, so only the scope is open.
    const scope = historyScope(viewer, stream.stream, true) === 'all' ? 'all' : 'subscribed-intervals';
    const place = readableStream(viewer, stream.stream.streamId, scope, parameters.add);
    return source(query, place, parameters, [stream]);
  }
  if (conversation) {
    const place = readableConversation(viewer, conversation.recipientId ?? 0, parameters.add);
    return source(query, place, parameters, [conversation]);
  }
  const streams = positive(narrow, 'streams');
  if (viewer === null || (streams && (streams.webPublicOnly || seesPublicStreams(viewer)))) {
    const isWebPublic = viewer === null || streams?.webPublicOnly === true;
    return source(query, publicPlaces(parameters.add(realmId, 'bigint'), isWebPublic), parameters);
  }
  return receivedPlaces(query, viewer, parameters);
}

/** `met`: the terms that the choice of places satisfies. */
function source(
  { narrow, viewer }: NarrowQuery,
  places: string,
  parameters: SqlParameters,
  met: readonly unknown[] = [],
): Extract<PageSource, { kind: 'places' }> {
  const topic = positive(narrow, 'topic');
  const sender = topic ? undefined : positive(narrow, 'sender');
  const others = narrow.filter((term: ResolvedTerm) => !met.includes(term) && term !== topic && term !== sender);
  const ofPlaces = placeConditions(others.filter(isOfPlaces), parameters);
  const ofMessages = others.filter((term) => !isOfPlaces(term));
  if (viewer && positive(narrow, 'home')) ofPlaces.push(mayHoldUnmuted(parameters.add(viewer.userId, 'bigint')));
  return {
    kind: 'places',
    places: ofPlaces.length === 0 ? places : `SELECT p.* FROM (${places}) AS p WHERE ${ofPlaces.join(' AND ')}`,
    topicKey: topic && parameters.add(topic.topicKey, 'text'),
    senderId: sender && parameters.add(sender.userId, 'bigint'),
    conditions: narrowConditions(ofMessages, viewer?.userId ?? null, parameters),
  };
}

const publicPlaces = (realm: string, webPublicOnly: boolean): string =>
  `SELECT s.recipient_id, 0::bigint AS low, NULL::bigint AS high FROM streams s
   WHERE s.realm_id = ${realm} AND s.archived_at IS NULL AND ${webPublicOnly ? 's.is_web_public' : 'NOT s.is_private'}`;

/** Places of the all-messages view and of narrows without an index of their own, each with the readable range of ids. */
function receivedPlaces(query: NarrowQuery, viewer: Viewer, parameters: SqlParameters): PageSource {
  const { narrow } = query;
  const conversations = positive(narrow, 'conversations');
  const isDirect = hasProperty(narrow, 'dm');
  if (conversations) {
    const ids = parameters.add(conversations.recipientIds, 'bigint[]');
    const places = `SELECT unnest(${ids}) AS recipient_id, 0::bigint AS low, NULL::bigint AS high`;
    return source(query, places, parameters, [conversations]);
  }
  const user = parameters.add(viewer.userId, 'bigint');
  const sender = positive(narrow, 'sender');
  const withSender = sender
    ? `JOIN direct_participants ds ON ds.recipient_id = dp.recipient_id AND ds.user_id = ${parameters.add(sender.userId, 'bigint')}`
    : '';
  const direct = `SELECT dp.recipient_id, 0::bigint AS low, NULL::bigint AS high
    FROM direct_participants dp ${withSender} WHERE dp.user_id = ${user}`;
  if (isDirect) return source(query, direct, parameters);
  // Messages received while subscribed; of former streams only those that the viewer could read without a subscription. Joined by the
  // stream id alone: with the realm, and with old statistics, all streams of the realm would be read for each interval.
  const streams = `SELECT s.recipient_id, i.since_message_id AS low, i.until_message_id AS high
    FROM subscription_intervals i
    JOIN streams s ON s.id = i.stream_id
    LEFT JOIN subscriptions u ON u.stream_id = s.id AND u.user_id = i.user_id AND u.is_active
    WHERE i.user_id = ${user} AND s.archived_at IS NULL
      AND (u.user_id IS NOT NULL OR s.is_web_public
        OR (NOT s.is_private AND ${parameters.add(seesPublicStreams(viewer), 'boolean')}))`;
  const found = source(query, `${streams} UNION ALL ${direct}`, parameters);
  // A moved message may have come from a place where the viewer did not receive it.
  const moved = `(m.read_recipient_id IS NULL OR (${visible(viewer, parameters)} AND ${isReceived(user)}))`;
  return { ...found, conditions: [...found.conditions, moved] };
}

function candidates({ narrow, viewer, realmId }: NarrowQuery, parameters: SqlParameters): PageSource {
  const conditions = [
    `m.realm_id = ${parameters.add(realmId, 'bigint')}`,
    ...narrowConditions(narrow, viewer?.userId ?? null, parameters),
    visible(viewer, parameters),
  ];
  const streams = positive(narrow, 'streams');
  const seesHistory =
    viewer === null ||
    positive(narrow, 'stream') !== undefined ||
    (streams && (streams.webPublicOnly || seesPublicStreams(viewer))) ||
    hasProperty(narrow, 'starred');
  const received = seesHistory ? [] : [isReceived(parameters.add(viewer.userId, 'bigint'))];
  return { kind: 'candidates', conditions: [...conditions, ...received] };
}

function visible(viewer: Viewer | null, parameters: SqlParameters): string {
  const { condition, parameters: values } = visibleMessages(viewer, parameters.values.length + 1);
  parameters.values.push(...values);
  return condition;
}

const hasProperty = (narrow: ResolvedNarrow, ...properties: readonly string[]): boolean =>
  narrow.some((term) => isProperty(term, ...properties) && !term.isNegated);

/** Whether an index lists the few messages of a term. */
const isOrderedByItself = (narrow: ResolvedNarrow): boolean =>
  hasProperty(narrow, 'starred', 'mentioned', 'alerted') ||
  narrow.some(({ kind, isNegated }) => !isNegated && (kind === 'id' || kind === 'unread' || kind === 'search'));
