import { type Principal, seesPublicStreams } from '@chat/contracts';

/** SQL condition on stream `vs` and the viewer's active subscription `vu`: the viewer may read all messages of the stream. */
const readsAll = (seesPublic: string): string => `(vs.is_web_public
            OR (NOT vs.is_private AND (${seesPublic} OR vu.user_id IS NOT NULL))
            OR (vu.user_id IS NOT NULL AND vs.is_history_public))`;

/** A condition with its values. Append `parameters` to those of the query: the first one has the number `firstParameter`. */
export interface VisibilityCondition {
  readonly condition: string;
  readonly parameters: readonly unknown[];
}

/**
 * SQL condition: the viewer may read the message of alias `m`. It is the SQL form of the rules of `stream-access.ts`. Every query that shows
 * messages needs it, unless it reads only places from `readableStream`, `readableConversation` or `pageSource`, which tests compare with
 * it. Queries about the messages of claims use its parts: `visibleStream`, and the conversations of `direct_participants`.
 */
export function visibleMessages(viewer: Viewer | null, firstParameter: number, m = 'm'): VisibilityCondition {
  const isWithin = (low: string, high: string) => `${m}.id > ${low} AND (${high} IS NULL OR ${m}.id <= ${high})`;
  const stream = visibleStream(viewer, firstParameter, `${m}.stream_id`, isWithin);
  if (viewer === null) return stream;
  const condition = `CASE WHEN ${m}.stream_id IS NULL THEN
      EXISTS (SELECT 1 FROM direct_participants vp
        WHERE vp.user_id = $${firstParameter}::bigint AND vp.recipient_id = ${m}.recipient_id)
    ELSE ${stream.condition} END`;
  return { ...stream, condition };
}

/**
 * SQL condition: the viewer may read messages of the stream with the id `streamId`: all of them, or those with `low < id <= high`. Of such an
 * interval `isWithin` is the condition that it contains a message; a null `high` is open. The first parameter is the id of the viewer.
 */
export function visibleStream(
  viewer: Viewer | null,
  firstParameter: number,
  streamId: string,
  isWithin: (low: string, high: string) => string,
): VisibilityCondition {
  const isHere = `vs.id = ${streamId} AND vs.archived_at IS NULL`;
  if (viewer === null) {
    return { condition: `EXISTS (SELECT 1 FROM streams vs WHERE ${isHere} AND vs.is_web_public)`, parameters: [] };
  }
  const user = `$${firstParameter}::bigint`;
  const condition = `EXISTS (SELECT 1 FROM streams vs
        LEFT JOIN subscriptions vu ON vu.stream_id = vs.id AND vu.user_id = ${user} AND vu.is_active
        WHERE ${isHere}
          AND (${readsAll(`$${firstParameter + 1}::boolean`)}
            OR (vu.user_id IS NOT NULL AND EXISTS (
              SELECT 1 FROM subscription_intervals vi
              WHERE vi.stream_id = vs.id AND vi.user_id = ${user}
                AND ${isWithin('vi.since_message_id', 'vi.until_message_id')}))))`;
  return { condition, parameters: [viewer.userId, seesPublicStreams(viewer)] };
}

/**
 * The same rules for a whole stream. SQL of rows (recipient_id, low, high): the viewer may read ids with `low < id <= high`; a null is open.
 * `scope` is from `historyScope`; if it is outdated, the query returns fewer rows. `add` appends a parameter.
 */
export function readableStream(
  viewer: Viewer | null,
  streamId: number,
  scope: 'all' | 'subscribed-intervals',
  add: (value: unknown, type: string) => string,
): string {
  const stream = add(streamId, 'bigint');
  const all = 'SELECT vs.recipient_id, 0::bigint AS low, NULL::bigint AS high FROM streams vs';
  const isHere = `vs.id = ${stream} AND vs.archived_at IS NULL`;
  if (viewer === null) return `${all} WHERE ${isHere} AND vs.is_web_public`;
  const user = add(viewer.userId, 'bigint');
  const subscription = `subscriptions vu ON vu.stream_id = vs.id AND vu.user_id = ${user} AND vu.is_active`;
  if (scope === 'all') {
    return `${all} LEFT JOIN ${subscription} WHERE ${isHere} AND ${readsAll(add(seesPublicStreams(viewer), 'boolean'))}`;
  }
  return `SELECT vs.recipient_id, vi.since_message_id AS low, vi.until_message_id AS high
    FROM streams vs JOIN ${subscription}
    JOIN subscription_intervals vi ON vi.user_id = ${user} AND vi.stream_id = vs.id WHERE ${isHere}`;
}

/** The same for a direct conversation: no row unless the viewer takes part. */
export const readableConversation = (
  viewer: Viewer | null,
  recipientId: number,
  add: (value: unknown, type: string) => string,
): string => `SELECT vp.recipient_id, 0::bigint AS low, NULL::bigint AS high FROM direct_participants vp
    WHERE vp.user_id = ${add(viewer?.userId ?? 0, 'bigint')} AND vp.recipient_id = ${add(recipientId, 'bigint')}`;

/** A reading user. Null, where allowed, is a spectator without an account. */
export type Viewer = Pick<Principal, 'realmId' | 'userId' | 'role'>;
