import type { Database, Transaction } from '@chat/persistence';

/** Messages of one stream or conversation that one statement looks at. */
const SLICE = 5_000;

/** A place whose messages are kept for a number of days. */
export interface RetainedPlace {
  readonly recipientId: number;
  readonly days: number;
}

interface Slice {
  readonly seen: number;
  readonly last: number | null;
  readonly old: number[] | null;
}

const isTooOld = (days: string): string => `m.sent_at < now() - make_interval(days => ${days})`;

/**
 * Ids of messages that are too old, ascending, some at a time. Looks at all messages of the place, since those that were imported
 * may be older than those before them: slice by slice and behind no lock, so that nobody waits for it.
 */
export async function* oldMessages(
  database: Database,
  { recipientId, days }: RetainedPlace,
): AsyncGenerator<readonly number[]> {
  for (let after = 0, seen = SLICE; seen === SLICE; ) {
    const [slice] = (await database.queryPrepared<Slice>(
      // Rows compared with rows, as in message-order/first-and-last-id.ts.
      `SELECT count(*)::integer AS seen, max(m.id) AS last,
         array_agg(m.id ORDER BY m.id) FILTER (WHERE ${isTooOld('$3::integer')}) AS old
       FROM (SELECT m.id, m.sent_at FROM messages m
         WHERE (m.recipient_id, m.id) > ($1::bigint, $2::bigint) AND (m.recipient_id, m.id) <= ($1::bigint, 9223372036854775807)
         ORDER BY m.recipient_id, m.id LIMIT ${SLICE}) AS m`,
      [recipientId, after, days],
    )) as [Slice];
    if (slice.old) yield slice.old;
    seen = slice.seen;
    after = slice.last ?? after;
  }
}

/** Those of the messages that are still there, behind the realm's lock: one that was moved is kept as its new place keeps it. */
export async function stillOld(
  tx: Transaction,
  { recipientId, days }: RetainedPlace,
  messageIds: readonly number[],
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT m.id FROM messages m WHERE m.id = ANY ($1) AND m.recipient_id = $2 AND ${isTooOld('$3::integer')}`,
    [messageIds, recipientId, days],
  );
  return rows.map(({ id }) => id);
}
