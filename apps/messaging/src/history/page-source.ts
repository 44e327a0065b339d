import { historyScope, seesPublicStreams } from '@chat/contracts';
import type { Viewer } from '../access/viewer.js';
import { readableConversation, readableStream, visibleMessages } from '../access/visible-messages.js';
import { isReceived } from '../read-state/read-state.js';
import { isOfPlaces, mayHoldUnmuted, narrowConditions, placeConditions } from './narrow-conditions.js';
import { positive, type ResolvedNarrow, type ResolvedTerm } from './resolved-narrow.js';
import type { SqlParameters } from './sql-parameters.js';

/**
 * Where a page is read from. `candidates`: few messages (ids, stars, mentions, a search). `places`: streams and conversations,
 * each read in its own order and merged: as many index probes as places, however many messages there are. A term that
 * rejects a place as a whole is asked of the place: asked of its messages, it would reject them one by one to the oldest.
 */
export type PageSource =
  | { readonly kind: 'candidates'; readonly conditions: readonly string[] }
  | {
      readonly kind: 'places';
      /** SQL of rows (recipient_id, low, high) with `low < id <= high` (null: open). */
      readonly places: string;
      /** SQL of the topic that is read in each place; undefined: all of it. */
      readonly topicKey: string | undefined;
      /** SQL of whose messages are read in each place; undefined: everybody's. Never with a topic. */
      readonly senderId: string | undefined;
      /** Further ones, on alias `m`. */
      readonly conditions: readonly string[];
    };

/** Chooses the source, with every condition of the narrow and of visibility. */
export function pageSource(
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  parameters: SqlParameters,
): PageSource {
  const stream = positive(narrow, 'stream');
  const conversation = positive(narrow, 'conversation');
  if (isOrderedByItself(narrow)) return candidates(narrow, viewer, realmId, parameters);
  if (stream) return source(narrow, viewer, streamPlace(stream, viewer, parameters), parameters, [stream]);
  if (conversation) {
    const place = readableConversation(viewer, conversation.recipientId ?? 0, (value, type) =>
      parameters.add(value, type),
    );
    return source(narrow, viewer, place, parameters, [conversation]);
  }
  const streams = positive(narrow, 'streams');
  if (viewer === null || (streams && (streams.webPublicOnly || seesPublicStreams(viewer)))) {
    const isWebPublic = viewer === null || streams?.webPublicOnly === true;
    return source(narrow, viewer, publicPlaces(parameters.add(realmId, 'bigint'), isWebPublic), parameters, []);
  }
  return receivedPlaces(narrow, viewer, parameters);
}

/** `met` are the terms that the places stand for. */
function source(
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  places: string,
  parameters: SqlParameters,
  met: readonly unknown[],
): Extract<PageSource, { kind: 'places' }> {
  const topic = positive(narrow, 'topic');
  const sender = topic ? undefined : positive(narrow, 'sender');
  const others = narrow.filter((term: ResolvedTerm) => !met.includes(term) && term !== topic && term !== sender);
  const ofPlaces = placeConditions(others.filter(isOfPlaces), parameters);
  if (viewer && positive(narrow, 'home')) ofPlaces.push(mayHoldUnmuted(parameters.add(viewer.userId, 'bigint')));
  return {
    kind: 'places',
    places: ofPlaces.length === 0 ? places : `SELECT p.* FROM (${places}) AS p WHERE ${ofPlaces.join(' AND ')}`,
    topicKey: topic && parameters.add(topic.topicKey, 'text'),
    senderId: sender && parameters.add(sender.userId, 'bigint'),
    conditions: narrowConditions(
      others.filter((term) => !isOfPlaces(term)),
      viewer?.userId ?? null,
      parameters,
    ),
  };
}

/** The stream was found for this viewer, so it may be read; how much of it: */
function streamPlace(
  { stream }: { readonly stream: Parameters<typeof historyScope>[1] & { readonly streamId: number } },
  viewer: Viewer | null,
  parameters: SqlParameters,
): string {
  const scope = historyScope(viewer, stream, true) === 'all' ? 'all' : 'subscribed-intervals';
  return readableStream(viewer, stream.streamId, scope, (value, type) => parameters.add(value, type));
}

const publicPlaces = (realm: string, webPublicOnly: boolean): string =>
  `SELECT s.recipient_id, 0::bigint AS low, NULL::bigint AS high FROM streams s
   WHERE s.realm_id = ${realm} AND s.archived_at IS NULL AND ${webPublicOnly ? 's.is_web_public' : 'NOT s.is_private'}`;

/** The all-messages view, and what narrows it without an order of its own: only places, and times of them, that may be read. */
function receivedPlaces(narrow: ResolvedNarrow, viewer: Viewer, parameters: SqlParameters): PageSource {
  const conversations = positive(narrow, 'conversations');
  const isDirect = narrow.some((term) => term.kind === 'is' && term.property === 'dm' && !term.isNegated);
  if (conversations) {
    const ids = parameters.add(conversations.recipientIds, 'bigint[]');
    const places = `SELECT unnest(${ids}) AS recipient_id, 0::bigint AS low, NULL::bigint AS high`;
    return source(narrow, viewer, places, parameters, [conversations]);
  }
  const user = parameters.add(viewer.userId, 'bigint');
  const sender = positive(narrow, 'sender');
  const withSender = sender
    ? `JOIN direct_participants ds ON ds.recipient_id = dp.recipient_id AND ds.user_id = ${parameters.add(sender.userId, 'bigint')}`
    : '';
  const direct = `SELECT dp.recipient_id, 0::bigint AS low, NULL::bigint AS high
    FROM direct_participants dp ${withSender} WHERE dp.user_id = ${user}`;
  if (isDirect) return source(narrow, viewer, direct, parameters, []);
  // What was received while subscribed; of streams that were left, only what everybody like the viewer may read. Each stream by its id,
  // not by the realm as well: where statistics are old, all of the realm's would be read for each.
  const streams = `SELECT s.recipient_id, i.since_message_id AS low, i.until_message_id AS high
    FROM subscription_intervals i
    JOIN streams s ON s.id = i.stream_id
    LEFT JOIN subscriptions u ON u.stream_id = s.id AND u.user_id = i.user_id AND u.is_active
    WHERE i.user_id = ${user} AND s.archived_at IS NULL
      AND (u.user_id IS NOT NULL OR s.is_web_public
        OR (NOT s.is_private AND ${parameters.add(seesPublicStreams(viewer), 'boolean')}))`;
  const found = source(narrow, viewer, `${streams} UNION ALL ${direct}`, parameters, []);
  // What was moved may have come from a place that the viewer was not in.
  const moved = `(m.read_recipient_id IS NULL OR (${visible(viewer, parameters)} AND ${isReceived(user)}))`;
  return { ...found, conditions: [...found.conditions, moved] };
}

function candidates(
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  parameters: SqlParameters,
): PageSource {
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
    isStarred(narrow);
  const received = seesHistory ? [] : [isReceived(parameters.add(viewer.userId, 'bigint'))];
  return { kind: 'candidates', conditions: [...conditions, ...received] };
}

function visible(viewer: Viewer | null, parameters: SqlParameters): string {
  // The condition names its parameters by number, so they are added first.
  const { parameters: values } = visibleMessages(viewer, 1);
  return visibleMessages(viewer, parameters.addAll(values)).condition;
}

const isStarred = (narrow: ResolvedNarrow): boolean =>
  narrow.some((term) => term.kind === 'is' && term.property === 'starred' && !term.isNegated);

const isOrderedByItself = (narrow: ResolvedNarrow): boolean =>
  narrow.some(
    (term) =>
      !term.isNegated &&
      (term.kind === 'id' ||
        term.kind === 'unread' ||
        term.kind === 'search' ||
        (term.kind === 'is' && ['starred', 'mentioned', 'alerted'].includes(term.property))),
  );
