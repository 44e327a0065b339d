import { RESOLVED_TOPIC_PREFIX } from '@chat/narrow';
import { isReceived } from '../read-state/read-state.js';
import type { ResolvedCondition, ResolvedNarrow } from './resolved-narrow.js';

/** Collects the parameters of a statement that is composed of parts. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder, such as `$3::bigint`. */
  readonly add = (value: unknown, type: string): string => `$${this.values.push(value)}::${type}`;
}

export const SEARCH_CONFIG = `'pg_catalog.english'`;

/** SQL conditions on alias `m`, one per term. `userId` null: a spectator. */
export const narrowConditions = (narrow: ResolvedNarrow, userId: number | null, parameters: SqlParameters): string[] =>
  narrow.map((term) => {
    const condition = conditionOf(term, userId ?? 0, parameters);
    return term.isNegated ? `NOT (${condition})` : condition;
  });

/** Whether the term depends only on the stream or conversation of a message. */
export const isOfPlaces = (term: ResolvedCondition): boolean =>
  ['stream', 'streams', 'conversation', 'conversations'].includes(term.kind) || isProperty(term, 'dm');

export const isProperty = (term: ResolvedCondition, ...properties: readonly string[]): boolean =>
  term.kind === 'is' && properties.includes(term.property);

/** SQL conditions on alias `p` of rows with a `recipient_id`, one per term that `isOfPlaces`. */
export const placeConditions = (narrow: ResolvedNarrow, parameters: SqlParameters): string[] =>
  narrow.map((term) => {
    const condition =
      term.kind === 'is'
        ? 'NOT EXISTS (SELECT 1 FROM streams pd WHERE pd.recipient_id = p.recipient_id)'
        : conditionOf(term, 0, parameters, 'p.recipient_id');
    return term.isNegated ? `NOT (${condition})` : condition;
  });

/** Never null: NOT of null would be null, too. */
function conditionOf(
  condition: ResolvedCondition,
  userId: number,
  parameters: SqlParameters,
  recipientId = 'm.recipient_id',
): string {
  switch (condition.kind) {
    case 'stream':
      return `${recipientId} = ${parameters.add(condition.stream.recipientId, 'bigint')}`;
    case 'streams':
      return `EXISTS (SELECT 1 FROM streams ps WHERE ps.recipient_id = ${recipientId} AND ps.archived_at IS NULL
        AND ${condition.webPublicOnly ? 'ps.is_web_public' : 'NOT ps.is_private'})`;
    case 'topic':
      // The index on topics has the condition `stream_id IS NOT NULL`.
      return `(m.stream_id IS NOT NULL AND m.topic_key = ${parameters.add(condition.topicKey, 'text')})`;
    case 'sender':
      return `m.sender_id = ${parameters.add(condition.userId, 'bigint')}`;
    case 'conversation':
      return condition.recipientId === null
        ? 'false'
        : `${recipientId} = ${parameters.add(condition.recipientId, 'bigint')}`;
    case 'conversations':
      return `${recipientId} = ANY (${parameters.add(condition.recipientIds, 'bigint[]')})`;
    case 'is':
      return propertyCondition(condition.property, parameters.add(userId, 'bigint'));
    case 'unread':
      return `m.id = ANY (${parameters.add(condition.messageIds, 'bigint[]')})`;
    case 'home':
      return notMuted(parameters.add(userId, 'bigint'));
    case 'has':
      return `m.has_${condition.part}`;
    case 'id':
      return `m.id = ${parameters.add(condition.messageId, 'bigint')}`;
    case 'search':
      return searchCondition(condition.query, parameters);
  }
}

function propertyCondition(property: Extract<ResolvedCondition, { kind: 'is' }>['property'], user: string): string {
  switch (property) {
    case 'dm':
      return `(m.stream_id IS NULL AND ${user} IS NOT NULL)`;
    case 'starred':
      return `m.id IN (SELECT sf.message_id FROM message_flags sf WHERE sf.user_id = ${user} AND sf.is_starred)`;
    case 'mentioned':
      return `(m.id IN (
          SELECT mm.id FROM messages mm
          WHERE mm.mentioned_user_ids @> ARRAY[${user}] AND mm.mentioned_user_ids <> '{}'
          UNION ALL
          SELECT mm.id FROM subscriptions su JOIN streams ss ON ss.id = su.stream_id
          JOIN messages mm ON mm.recipient_id = ss.recipient_id AND mm.is_wildcard_mention
          WHERE su.user_id = ${user}
          UNION ALL
          SELECT mm.id FROM direct_participants dp
          JOIN messages mm ON mm.recipient_id = dp.recipient_id AND mm.is_wildcard_mention
          WHERE dp.user_id = ${user})
        AND ${isReceived(user)})`;
    case 'alerted':
      return `(m.id IN (
          SELECT am.id FROM messages am
          WHERE am.alert_word_user_ids @> ARRAY[${user}] AND am.alert_word_user_ids <> '{}')
        AND ${isReceived(user)})`;
    case 'resolved':
      return `(m.stream_id IS NOT NULL AND m.topic LIKE '${RESOLVED_TOPIC_PREFIX}%' AND ${user} IS NOT NULL)`;
  }
}

/** SQL condition on alias `p`: not a muted stream, or one with a topic that the user unmuted. */
export const mayHoldUnmuted = (user: string): string => `NOT EXISTS (
    SELECT 1 FROM subscriptions ms JOIN streams mt ON mt.id = ms.stream_id
    WHERE ms.user_id = ${user} AND ms.is_active AND ms.is_muted AND mt.recipient_id = p.recipient_id
      AND NOT EXISTS (SELECT 1 FROM user_topics mw
        WHERE mw.user_id = ${user} AND mw.stream_id = ms.stream_id AND mw.visibility_policy = 2))`;

/** SQL condition on alias `m`: not in a topic that the user muted. */
export const notInMutedTopic = (user: string): string => `NOT EXISTS (
    SELECT 1 FROM user_topics qt WHERE qt.user_id = ${user} AND qt.stream_id = m.stream_id
      AND qt.topic_key = m.topic_key AND qt.visibility_policy = 1)`;

/** The visibility of a topic overrides its stream's. */
const notMuted = (user: string): string => `(m.stream_id IS NULL OR NOT coalesce(
    (SELECT ht.visibility_policy = 1 FROM user_topics ht WHERE ht.user_id = ${user} AND ht.stream_id = m.stream_id
      AND ht.topic_key = m.topic_key AND ht.visibility_policy <> 0),
    (SELECT hs.is_muted FROM subscriptions hs WHERE hs.user_id = ${user} AND hs.stream_id = m.stream_id AND hs.is_active),
    false))`;

/** Compares words by their stems, phrases in double quotes letter by letter. */
function searchCondition(query: string, parameters: SqlParameters): string {
  const words = `m.search @@ plainto_tsquery(${SEARCH_CONFIG}, ${parameters.add(query, 'text')})`;
  const phrases = [...query.matchAll(/"([^"]+)"/g)].map(([, phrase]) => {
    const pattern = parameters.add(`%${(phrase as string).replaceAll(/[\\%_]/g, '\\$&')}%`, 'text');
    return `(m.content ILIKE ${pattern} OR m.topic ILIKE ${pattern})`;
  });
  return `(${[words, ...phrases].join(' AND ')})`;
}
