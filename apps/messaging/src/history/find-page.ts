import { LARGEST_ANCHOR } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import type { Viewer } from '../access/viewer.js';
import { PAGE_COLUMNS, statesOfPage } from '../messages/view/message-states.js';
import { pageSource } from './page-source.js';
import type { ResolvedNarrow } from './resolved-narrow.js';
import { SqlParameters } from './sql-parameters.js';

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
 * Finds a page of what the viewer may see and the narrow asks for, from the anchor in both directions. One statement per
 * direction, at once, each bounded by the page's size; the anchor itself is read with what follows it, or else with what is
 * before it. Which ends were found is said as the reference server says it: when a side has fewer messages than were asked for.
 * `read` answers the ids of a range in its direction.
 */
export async function findPage(wish: PageRange, read: (range: IdRange) => Promise<number[]>): Promise<FoundPage> {
  const { anchor, numBefore, numAfter } = wish;
  const isAtOldest = anchor <= 0;
  const isAtNewest = anchor >= LARGEST_ANCHOR;
  const side = sideOfAnchor(wish);
  const [preceding, following] = await Promise.all([
    isAtOldest || numBefore === 0 ? [] : read(rangeBefore(wish, side)),
    isAtNewest || (numAfter === 0 && side !== 'after') ? [] : read(rangeAfter(wish, side)),
  ]);

  const foundAnchor = !isAtOldest && (side === 'before' ? preceding : following)[0] === anchor;
  const before = (foundAnchor && side === 'before' ? preceding.slice(1) : preceding).slice(0, numBefore);
  const after = (foundAnchor && side !== 'before' ? following.slice(1) : following).slice(0, numAfter);
  return {
    ids: [...before.reverse(), ...(foundAnchor ? [anchor] : []), ...after],
    foundAnchor,
    foundOldest: isAtOldest || before.length < numBefore,
    foundNewest: isAtNewest || after.length < numAfter,
  };
}

/** The range that also reads the anchor; undefined if no range needs to. */
type SideOfAnchor = 'before' | 'after' | undefined;

function sideOfAnchor({ anchor, includeAnchor, numBefore, numAfter }: PageRange): SideOfAnchor {
  if (anchor <= 0 || anchor >= LARGEST_ANCHOR) return undefined;
  if (!includeAnchor && (numBefore === 0 || numAfter === 0)) return undefined;
  return numAfter === 0 && numBefore > 0 ? 'before' : 'after';
}

function rangeBefore({ anchor, numBefore }: PageRange, side: SideOfAnchor): IdRange {
  const isWithAnchor = side === 'before';
  return {
    below: isWithAnchor ? anchor + 1 : anchor,
    limit: numBefore + (isWithAnchor ? 1 : 0),
    direction: 'descending',
  };
}

function rangeAfter({ anchor, numAfter }: PageRange, side: SideOfAnchor): IdRange {
  const isWithAnchor = side === 'after';
  return {
    from: isWithAnchor ? anchor : anchor + 1,
    ...(isWithAnchor && numAfter === 0 && { below: anchor + 1 }),
    limit: numAfter + (isWithAnchor ? 1 : 0),
    direction: 'ascending',
  };
}

export interface IdRange {
  /** Inclusive. */
  readonly from?: number;
  /** Exclusive. */
  readonly below?: number;
  readonly limit: number;
  readonly direction: 'ascending' | 'descending';
}

/** Ids of a range, in its direction. */
export async function readIds(
  queryable: Queryable,
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  range: IdRange,
): Promise<number[]> {
  const { sql, parameters } = pageStatement(narrow, viewer, realmId, range);
  const rows = isOfOnePlace(narrow)
    ? await queryable.queryPrepared<{ id: number }>(sql, parameters)
    : await queryable.query<{ id: number }>(sql, parameters);
  return rows.map((row) => row.id);
}

/**
 * Nearly all pages are of such narrows, and they have few different statements: those are worth being kept prepared. A topic in many
 * places is not: by a plan for any values it is read by the index of the places.
 */
export const isOfOnePlace = (narrow: ResolvedNarrow): boolean =>
  narrow.length <= 2 &&
  narrow.some(({ kind }) => kind !== 'topic') &&
  narrow.every(
    ({ kind, isNegated }) => !isNegated && (kind === 'stream' || kind === 'topic' || kind === 'conversation'),
  );

/** The statement of one direction of a page. Apart from running it, so that its plan can be looked at. */
export function pageStatement(
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  range: IdRange,
): { readonly sql: string; readonly parameters: readonly unknown[] } {
  const parameters = new SqlParameters();
  return { sql: idsStatement(narrow, viewer, realmId, range, parameters), parameters: parameters.values };
}

/** The same for a narrow of one place, with everything that showing the messages takes: `readStates` reads it. */
export function statesStatement(
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  range: IdRange,
): { readonly sql: string; readonly parameters: readonly unknown[] } {
  const parameters = new SqlParameters();
  const page = idsStatement(narrow, viewer, realmId, range, parameters, PAGE_COLUMNS);
  const user = parameters.add(viewer?.userId ?? 0, 'bigint');
  return { sql: `WITH page AS MATERIALIZED (${page}) ${statesOfPage(user)}`, parameters: parameters.values };
}

function idsStatement(
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  range: IdRange,
  parameters: SqlParameters,
  columns = 'm.id',
): string {
  const source = pageSource(narrow, viewer, realmId, parameters);
  const { direction, from, below, count } = rangeSql(range, parameters);
  const limit = `LIMIT ${count}`;
  if (source.kind === 'candidates') {
    const all = [...source.conditions, `m.id >= ${from}`, `m.id < ${below}`];
    return `SELECT ${columns} FROM messages m WHERE ${all.join(' AND ')} ORDER BY m.id ${direction} ${limit}`;
  }
  const { places, topicKey, senderId, conditions } = source;
  // Rows are compared with rows, and ordered by all of them, so that only the index in this order will do: by an equality
  // the planner may choose the primary key instead and read the table to its end for a stream that has long been silent.
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
  // The inner one says to the planner how few they are. Without it a plan for any values, as many as a tenth of a stream, looks
  // worse than any other, so that the statement would be planned anew each time it is run: longer than it takes to run.
  return `WITH places AS (${places})
    SELECT m.* FROM places CROSS JOIN LATERAL (
      SELECT * FROM (SELECT ${columns} FROM messages m WHERE ${all.join(' AND ')} ORDER BY ${order} ${limit}) AS m
      LIMIT ${magnitudeOf(range.limit)}
    ) AS m ORDER BY m.id ${direction} ${limit}`;
}

/** A range as SQL: its order, its bounds (`from <= id < below`) and how many are asked for. */
export const rangeSql = (range: IdRange, parameters: SqlParameters) => ({
  direction: range.direction === 'ascending' ? 'ASC' : 'DESC',
  from: parameters.add(range.from ?? 0, 'bigint'),
  below: parameters.add(range.below ?? LARGEST_ANCHOR, 'bigint'),
  count: parameters.add(range.limit, 'bigint'),
});

/** Twice the next power of ten, so that statements stay few, and a round number of messages with its anchor has the same one. */
export const magnitudeOf = (limit: number): number => 2 * 10 ** Math.ceil(Math.log10(Math.max(limit, 1) / 2));
