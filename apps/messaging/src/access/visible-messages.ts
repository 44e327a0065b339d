import { seesPublicStreams } from './stream-access.js';
import type { Viewer } from './viewer.js';

/**
 * SQL condition: the viewer may read the message of alias `m`. The one form of the rules of `stream-access.ts` for messages;
 * every query that shows messages, to anybody, has it. `parameters` are appended to the query's own: the first of them
 * is number `firstParameter`.
 */
export function visibleMessages(
  viewer: Viewer | null,
  firstParameter: number,
  m = 'm',
): { readonly condition: string; readonly parameters: readonly unknown[] } {
  if (viewer === null) {
    return {
      condition: `EXISTS (SELECT 1 FROM streams vs
        WHERE vs.id = ${m}.stream_id AND vs.is_web_public AND vs.archived_at IS NULL)`,
      parameters: [],
    };
  }
  const user = `$${firstParameter}::bigint`;
  const seesPublic = `$${firstParameter + 1}::boolean`;
  const condition = `CASE WHEN ${m}.stream_id IS NULL THEN
      EXISTS (SELECT 1 FROM direct_participants vp
        WHERE vp.user_id = ${user} AND vp.recipient_id = ${m}.recipient_id)
    ELSE
      EXISTS (SELECT 1 FROM streams vs
        LEFT JOIN subscriptions vu ON vu.stream_id = vs.id AND vu.user_id = ${user} AND vu.is_active
        WHERE vs.id = ${m}.stream_id AND vs.archived_at IS NULL
          AND (vs.is_web_public
            OR (NOT vs.is_private AND (${seesPublic} OR vu.user_id IS NOT NULL))
            OR (vu.user_id IS NOT NULL AND (vs.is_history_public OR EXISTS (
              SELECT 1 FROM subscription_intervals vi
              WHERE vi.stream_id = vs.id AND vi.user_id = ${user} AND ${m}.id > vi.since_message_id
                AND (vi.until_message_id IS NULL OR ${m}.id <= vi.until_message_id))))))
    END`;
  return { condition, parameters: [viewer.userId, seesPublicStreams(viewer)] };
}
