import { LARGEST_ANCHOR } from '@chat/contracts';
import type { Queryable } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import { pageSource } from './page-source.js';
import type { ResolvedNarrow } from './resolved-narrow.js';
import { SqlParameters } from './sql-parameters.js';

export interface PageWish {
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
 * direction, each bounded by the page's size. Which ends were found is said as the reference server says it: when
 * a side has fewer messages than were asked for.
 */
export async function findPage(
  queryable: Queryable,
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  wish: PageWish,
): Promise<FoundPage> {
  const { anchor, includeAnchor, numBefore, numAfter } = wish;
  const isAtOldest = anchor <= 0;
  const isAtNewest = anchor >= LARGEST_ANCHOR;
  const read = (range: IdRange) => readIds(queryable, narrow, viewer, realmId, range);

  const before =
    isAtOldest || numBefore === 0 ? [] : await read({ below: anchor, limit: numBefore, direction: 'descending' });
  const needsAnchor = !isAtNewest && !isAtOldest && (includeAnchor || (numBefore > 0 && numAfter > 0));
  const from = needsAnchor ? anchor : anchor + 1;
  const limit = numAfter + (needsAnchor ? 1 : 0);
  const onlyAnchor = numAfter === 0 && needsAnchor;
  const following =
    isAtNewest || limit === 0
      ? []
      : await read({ from, ...(onlyAnchor && { below: anchor + 1 }), limit, direction: 'ascending' });

  const foundAnchor = following[0] === anchor && !isAtOldest;
  const after = (foundAnchor ? following.slice(1) : following).slice(0, numAfter);
  return {
    ids: [...before.reverse(), ...(foundAnchor ? [anchor] : []), ...after],
    foundAnchor,
    foundOldest: isAtOldest || before.length < numBefore,
    foundNewest: isAtNewest || after.length < numAfter,
  };
}

interface IdRange {
  /** Inclusive. */
  readonly from?: number;
  /** Exclusive. */
  readonly below?: number;
  readonly limit: number;
  readonly direction: 'ascending' | 'descending';
}

async function readIds(
  queryable: Queryable,
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  range: IdRange,
): Promise<number[]> {
  const { sql, parameters } = pageStatement(narrow, viewer, realmId, range);
  return (await queryable.query<{ id: number }>(sql, parameters)).map((row) => row.id);
}

/** The statement of one direction of a page. Apart from running it, so that its plan can be looked at. */
export function pageStatement(
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  range: IdRange,
): { readonly sql: string; readonly parameters: readonly unknown[] } {
  const parameters = new SqlParameters();
  const { places, conditions } = pageSource(narrow, viewer, realmId, parameters);
  const order = `ORDER BY m.id ${range.direction === 'ascending' ? 'ASC' : 'DESC'}`;
  const limit = `LIMIT ${parameters.add(range.limit, 'bigint')}`;
  const all = [
    ...conditions,
    ...(range.from !== undefined ? [`m.id >= ${parameters.add(range.from, 'bigint')}`] : []),
    ...(range.below !== undefined ? [`m.id < ${parameters.add(range.below, 'bigint')}`] : []),
  ];
  if (places === undefined) {
    const sql = `SELECT m.id FROM messages m WHERE ${all.join(' AND ')} ${order} ${limit}`;
    return { sql, parameters: parameters.values };
  }
  const sql = `WITH places AS (${places})
    SELECT m.id FROM places CROSS JOIN LATERAL (
      SELECT m.id FROM messages m
      WHERE m.recipient_id = places.recipient_id AND m.id > places.low
        AND m.id <= coalesce(places.high, ${LARGEST_ANCHOR}) AND ${all.join(' AND ')}
      ${order} ${limit}
    ) AS m ${order} ${limit}`;
  return { sql, parameters: parameters.values };
}
