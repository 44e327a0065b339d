import type { Queryable } from '@chat/persistence';
import { PAGE_COLUMNS, type StatesRow, statesOfPage, statesOfRow } from '../messages/view/message-states.js';
import { type IdRange, magnitudeOf, rangeSql } from './find-page.js';
import { SqlParameters } from './narrow-conditions.js';
import { pageSource } from './page-source.js';
import type { NarrowQuery, ResolvedNarrow } from './resolved-narrow.js';

/*
 * Pages of narrows that most messages of a realm meet: everything received, the home view, all public streams. To merge the pages of a
 * hundred places costs ten thousand messages for a page of one hundred. The next messages of the realm contain nearly all of them.
 */

/** Messages of the realm that are walked for each requested one, at least. If too few of them match, the page is read by places. */
const WALKED_FOR_EACH = 5;

/** Whether most messages meet the narrow: it requires no place, user or property. */
export const isWide = (narrow: ResolvedNarrow): boolean =>
  narrow.every(({ kind, isNegated }) => isNegated || kind === 'home' || kind === 'streams');

interface WalkedRow extends StatesRow {
  /** Whether the page has the requested number of messages, or no message is left to walk. */
  readonly isWhole: boolean;
}

/** States of a range of such a narrow, by one query; undefined if too few of the walked messages match. */
export async function readByWalking(queryable: Queryable, query: NarrowQuery, range: IdRange) {
  const { sql, parameters } = walkStatement(query, range);
  // Narrows of one term have few different statements, so these stay prepared.
  const [row] = (
    query.narrow.length <= 1
      ? await queryable.queryPrepared<WalkedRow>(sql, parameters)
      : await queryable.query<WalkedRow>(sql, parameters)
  ) as [WalkedRow];
  return row.isWhole ? statesOfRow(row, null) : undefined;
}

export function walkStatement(query: NarrowQuery, range: IdRange) {
  const parameters = new SqlParameters();
  const source = pageSource(query, parameters);
  if (source.kind !== 'places') throw new Error('A wide narrow has places.');
  const { direction, from, below, count } = rangeSql(range, parameters);
  const realm = parameters.add(query.realmId, 'bigint');
  const walked = WALKED_FOR_EACH * magnitudeOf(range.limit);
  const walk = `FROM messages m WHERE (m.realm_id, m.id) >= (${realm}, ${from}) AND (m.realm_id, m.id) < (${realm}, ${below})
    ORDER BY m.realm_id ${direction}, m.id ${direction} LIMIT ${walked}`;
  const met = ['m.id > places.low', '(places.high IS NULL OR m.id <= places.high)', ...source.conditions];
  const user = parameters.add(query.viewer?.userId ?? 0, 'bigint');
  return {
    sql: `WITH places AS MATERIALIZED (${source.places}), page AS MATERIALIZED (
        SELECT ${PAGE_COLUMNS} FROM (SELECT * ${walk}) AS m JOIN places ON places.recipient_id = m.recipient_id
        WHERE ${met.join(' AND ')} ORDER BY m.id ${direction} LIMIT ${count})
      ${statesOfPage(user)},
      (SELECT count(*) FROM page) >= ${count} OR (SELECT count(*) FROM (SELECT ${walk}) AS all_walked) < ${walked} AS "isWhole"`,
    parameters: parameters.values,
  };
}
