import { type Viewer, type VisibilityCondition, visibleStream } from '../access/visible-messages.js';

const LARGEST_ID = '9223372036854775807';

/**
 * SQL condition: the viewer may read a message that claims the file. `file` and `realm` are SQL. It reads index entries for each place, and
 * not for each message. It stops at the first readable place. The places are the streams that link the file, and the conversations that
 * link it and have the viewer.
 */
export function readableClaim(
  viewer: Viewer | null,
  firstParameter: number,
  { file, realm }: { readonly file: string; readonly realm: string },
): VisibilityCondition {
  const claims = `file_claims c WHERE c.realm_id = ${realm} AND c.file_id = ${file}`;
  const isWithin = (low: string, high: string) => `EXISTS (SELECT 1 FROM ${claims}
    AND c.stream_id = place.stream_id AND c.message_id > ${low} AND c.message_id <= coalesce(${high}, ${LARGEST_ID}))`;
  const visible = visibleStream(viewer, firstParameter, 'place.stream_id', isWithin);
  const inStream = `EXISTS (
    WITH RECURSIVE place (stream_id) AS (
      SELECT (SELECT min(c.stream_id) FROM ${claims})
      UNION ALL
      SELECT (SELECT min(c.stream_id) FROM ${claims} AND c.stream_id > place.stream_id)
      FROM place WHERE place.stream_id IS NOT NULL
    ) SELECT 1 FROM place WHERE ${visible.condition})`;
  if (viewer === null) return { ...visible, condition: inStream };
  return { ...visible, condition: `(${inStream} OR ${inConversation(claims, `$${firstParameter}::bigint`)})` };
}

/** Leaps to the next claim and to the next conversation of the user in turns, until both are the same one. */
const inConversation = (claims: string, user: string): string => `EXISTS (
    WITH RECURSIVE met (claimed, joined) AS (
      SELECT NULL::bigint, 0::bigint
      UNION ALL
      SELECT claimed.recipient_id, joined.recipient_id FROM met
      CROSS JOIN LATERAL (
        SELECT c.recipient_id FROM ${claims} AND c.stream_id IS NULL AND c.recipient_id >= met.joined
        ORDER BY c.recipient_id LIMIT 1) AS claimed
      CROSS JOIN LATERAL (
        SELECT vp.recipient_id FROM direct_participants vp
        WHERE vp.user_id = ${user} AND vp.recipient_id >= claimed.recipient_id
        ORDER BY vp.recipient_id LIMIT 1) AS joined
      WHERE met.claimed IS DISTINCT FROM met.joined
    ) SELECT 1 FROM met WHERE claimed = joined)`;
