import { LARGEST_ANCHOR } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import { PAGE_COLUMNS, statesOfPage } from '../messages/view/message-states.js';
import { SqlParameters } from './narrow-conditions.js';
import { pageSource } from './page-source.js';
import type { NarrowQuery, ResolvedNarrow } from './resolved-narrow.js';

export interface PageRange {
  /** 0: the oldest; LARGEST_ANCHOR: the newest. */
  readonly anchor: number;
  readonly includeAnchor: boolean;
  readonly numBefore: number;
  readonly numAfter: number;
}

/** Ids of a page, ascending. */
export interface FoundPage {
  readonly ids: readonly number[];
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/**
 * Finds a page of visible messages of the narrow, from the anchor in both directions. One statement per direction, at the same time,
 * each bounded by the size of the page. As in the reference server, an end counts as found if its side has fewer messages than
 * requested. `read` returns the ids of a range in its direction.
 */
export async function findPage(wanted: PageRange, read: (range: IdRange) => Promise<number[]>): Promise<FoundPage> {
  const { anchor, numBefore, numAfter } = wanted;
  const isAtOldest = anchor <= 0;
  const isAtNewest = anchor >= LARGEST_ANCHOR;
  const side = sideOfAnchor(wanted);
  // The anchor itself counts as one more message of its side.
  const [limitBefore, limitAfter] = [numBefore + Number(side === 'before'), numAfter + Number(side === 'after')];
  const [preceding, following] = await Promise.all([
    isAtOldest || numBefore === 0
      ? []
      : read({ below: side === 'before' ? anchor + 1 : anchor, limit: limitBefore, direction: 'descending' }),
    isAtNewest || limitAfter === 0
      ? []
      : read({
          from: side === 'after' ? anchor : anchor + 1,
          ...(numAfter === 0 && { below: anchor + 1 }),
          limit: limitAfter,
          direction: 'ascending',
        }),
  ]);

  const foundAnchor = side !== undefined && (side === 'before' ? preceding : following)[0] === anchor;
  const before = preceding.filter((id) => id !== anchor).slice(0, numBefore);
  const after = following.filter((id) => id !== anchor).slice(0, numAfter);
  return {
    ids: [...before.reverse(), ...(foundAnchor ? [anchor] : []), ...after],
    foundAnchor,
    foundOldest: isAtOldest || before.length < numBefore,
    foundNewest: isAtNewest || after.length < numAfter,
  };
}

/** The side with the range that also reads the anchor: after it or, if no messages after it are requested, before it. */
function sideOfAnchor({ anchor, includeAnchor, numBefore, numAfter }: PageRange): 'before' | 'after' | undefined {
  if (anchor <= 0 || anchor >= LARGEST_ANCHOR) return undefined;
  if (!includeAnchor && (numBefore === 0 || numAfter === 0)) return undefined;
  return numAfter === 0 && numBefore > 0 ? 'before' : 'after';
}

export interface IdRange {
  /** Inclusive. */
  readonly from?: number;
  /** Exclusive. */
  readonly below?: number;
  readonly limit: number;
  readonly direction: 'ascending' | 'descending';
}

export async function readIds(queryable: Queryable, query: NarrowQuery, range: IdRange): Promise<number[]> {
  const { sql, parameters } = pageStatement(query, range);
  const rows = isOfOnePlace(query.narrow)
    ? await queryable.queryPrepared<{ id: number }>(sql, parameters)
    : await queryable.query<{ id: number }>(sql, parameters);
  return rows.map((row) => row.id);
}

/**
 * Nearly all pages are of such narrows, which have few different statements, so their statements stay prepared. A topic in many places
 * is planned each time: the generic plan would read it by the index of the places.
 */
export const isOfOnePlace = (narrow: ResolvedNarrow): boolean =>
  narrow.length <= 2 &&
  narrow.some(({ kind }) => kind !== 'topic') &&
  narrow.every(
    ({ kind, isNegated }) => !isNegated && (kind === 'stream' || kind === 'topic' || kind === 'conversation'),
  );

export function pageStatement(query: NarrowQuery, range: IdRange) {
  const parameters = new SqlParameters();
  return { sql: idsStatement(query, range, parameters), parameters: parameters.values };
}

/** The same for a narrow of one place, with the states of the messages: `readStates` reads it. */
export function statesStatement(query: NarrowQuery, range: IdRange) {
  const parameters = new SqlParameters();
  const page = idsStatement(query, range, parameters, PAGE_COLUMNS);
  const user = parameters.add(query.viewer?.userId ?? 0, 'bigint');
  return { sql: `WITH page AS MATERIALIZED (${page}) ${statesOfPage(user)}`, parameters: parameters.values };
}

function idsStatement(query: NarrowQuery, range: IdRange, parameters: SqlParameters, columns = 'm.id'): string {
  const source = pageSource(query, parameters);
  const { direction, from, below, count } = rangeSql(range, parameters);
  const limit = `LIMIT ${count}`;
  if (source.kind === 'candidates') {
    const all = [...source.conditions, `m.id >= ${from}`, `m.id < ${below}`];
    return `SELECT ${columns} FROM messages m WHERE ${all.join(' AND ')} ORDER BY m.id ${direction} ${limit}`;
  }
  const { places, topicKey, senderId, conditions } = source;
  // Row comparison and order by all columns leave only the index in this order. With an equality the planner may choose the primary
  // key and read the whole table for a stream that has long been silent.
  const [ordered, place] =
    topicKey !== undefined
      ? ['m.recipient_id, m.topic_key', `places.recipient_id, ${topicKey}`]
      : senderId !== undefined
        ? ['m.sender_id, m.recipient_id', `${senderId}, places.recipient_id`]
        : ['m.recipient_id', 'places.recipient_id'];
  const all = [
    `(${ordered}, m.id) >= (${place}, greatest(places.low + 1, ${from}))`,
    `(${ordered}, m.id) < (${place}, least(places.high + 1, ${below}))`,
    ...(topicKey === undefined ? [] : ['m.stream_id IS NOT NULL']),
    ...conditions,
  ];
  const order = [...ordered.split(', '), 'm.id'].map((column) => `${column} ${direction}`).join(', ');
  // The inner limit is a constant that shows the planner how few rows there are. Without it the generic plan assumes a tenth of a stream
  // and is rejected, so each run would be planned again, which takes longer than the run.
  return `WITH places AS (${places})
    SELECT m.* FROM places CROSS JOIN LATERAL (
      SELECT * FROM (SELECT ${columns} FROM messages m WHERE ${all.join(' AND ')} ORDER BY ${order} ${limit}) AS m
      LIMIT ${magnitudeOf(range.limit)}
    ) AS m ORDER BY m.id ${direction} ${limit}`;
}

/** A range as SQL: order, bounds (`from <= id < below`) and number of messages. */
export const rangeSql = (range: IdRange, parameters: SqlParameters) => ({
  direction: range.direction === 'ascending' ? 'ASC' : 'DESC',
  from: parameters.add(range.from ?? 0, 'bigint'),
  below: parameters.add(range.below ?? LARGEST_ANCHOR, 'bigint'),
  count: parameters.add(range.limit, 'bigint'),
});

/** Twice a power of ten, at least the limit: few different statements, and a round number plus the anchor has the same one. */
export const magnitudeOf = (limit: number): number => 2 * 10 ** Math.ceil(Math.log10(Math.max(limit, 1) / 2));
