import { streamOnWire, wantsState } from '@chat/contracts';
import { maySeeStream } from '../access/stream-access.js';
import type { RegisterPart } from '../register/register-part.js';
import { STREAM_COLUMNS, type StreamRow } from './stream-row.js';

/** `streams`: every stream that the reader can see, by name. */
export const streamsState: RegisterPart = async (tx, { request, realmId }) => {
  if (!wantsState(request, 'stream')) return {};
  const rows = await tx.query<StreamRow & { isSubscribed: boolean }>(
    `SELECT ${STREAM_COLUMNS}, u.user_id IS NOT NULL AS "isSubscribed"
     FROM streams s LEFT JOIN subscriptions u ON u.stream_id = s.id AND u.user_id = $2 AND u.is_active
     WHERE s.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.name_key, s.id`,
    [realmId, request.actor?.userId ?? null],
  );
  return {
    streams: rows.filter((row) => maySeeStream(request.actor, row, row.isSubscribed)).map((row) => streamOnWire(row)),
  };
};
