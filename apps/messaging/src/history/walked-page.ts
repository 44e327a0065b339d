import type { Queryable } from '@chat/persistence';
import type { Viewer } from '../access/viewer.js';
import {
  type MessageStates,
  PAGE_COLUMNS,
  type StatesRow,
  statesOfPage,
  statesOfRow,
} from '../messages/view/message-states.js';
import { type IdRange, magnitudeOf, rangeSql } from './find-page.js';
import { pageSource } from './page-source.js';
import type { ResolvedNarrow } from './resolved-narrow.js';
import { SqlParameters } from './sql-parameters.js';

/*
 * Pages of what most of a realm's messages meet: everything received, the home view, all public streams. A page of each of a hundred
 * places, merged, is ten thousand messages looked at for one hundred; they are the next hundred of the realm, or nearly.
 */

/** At least as many of the realm's messages are looked at for each one asked for; who gets fewer of them is read to by places. */
const WALKED_FOR_EACH = 5;

/** Whether the narrow is met by most messages: it names no place, person or property that a message must have. */
export const isWide = (narrow: ResolvedNarrow): boolean =>
  narrow.every(({ kind, isNegated }) => isNegated || kind === 'home' || kind === 'streams');

interface WalkedRow extends StatesRow {
  /** Whether the page is what there is: as many as were asked for, or no message was left to be walked. */
  readonly isWhole: boolean;
}

/** A range of such a narrow with all that showing it takes, by one query; undefined: too few of the messages nearby are met. */
export async function readByWalking(
  queryable: Queryable,
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  range: IdRange,
): Promise<MessageStates | undefined> {
  const { sql, parameters } = walkStatement(narrow, viewer, realmId, range);
  // Each text stays prepared: there are few of one term.
  const [row] = (
    narrow.length <= 1
      ? await queryable.queryPrepared<WalkedRow>(sql, parameters)
      : await queryable.query<WalkedRow>(sql, parameters)
  ) as [WalkedRow];
  return row.isWhole ? statesOfRow(row, null) : undefined;
}

/** Apart from running it, so that its plan can be looked at. */
export function walkStatement(
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
  realmId: number,
  range: IdRange,
): { readonly sql: string; readonly parameters: readonly unknown[] } {
  const parameters = new SqlParameters();
  const source = pageSource(narrow, viewer, realmId, parameters);
  if (source.kind !== 'places') throw new Error('A wide narrow has places.');
  const { direction, from, below, count } = rangeSql(range, parameters);
  const realm = parameters.add(realmId, 'bigint');
  const walked = WALKED_FOR_EACH * magnitudeOf(range.limit);
  const walk = `FROM messages m WHERE (m.realm_id, m.id) >= (${realm}, ${from}) AND (m.realm_id, m.id) < (${realm}, ${below})
    ORDER BY m.realm_id ${direction}, m.id ${direction} LIMIT ${walked}`;
  const met = ['m.id > places.low', '(places.high IS NULL OR m.id <= places.high)', ...source.conditions];
  const user = parameters.add(viewer?.userId ?? 0, 'bigint');
  return {
    sql: `WITH places AS MATERIALIZED (${source.places}), page AS MATERIALIZED (
        SELECT ${PAGE_COLUMNS} FROM (SELECT * ${walk}) AS m JOIN places ON places.recipient_id = m.recipient_id
        WHERE ${met.join(' AND ')} ORDER BY m.id ${direction} LIMIT ${count})
      ${statesOfPage(user)},
      (SELECT count(*) FROM page) >= ${count} OR (SELECT count(*) FROM (SELECT ${walk}) AS all_walked) < ${walked} AS "isWhole"`,
    parameters: parameters.values,
  };
}
