import type { Queryable } from '@chat/persistence';
import { narrowConditions, notInMutedTopic, SqlParameters } from './narrow-conditions.js';
import type { ResolvedNarrow } from './resolved-narrow.js';

/** Ids of those of the messages that meet the narrow. */
export async function selectMatching(
  queryable: Queryable,
  select: 'm.id' | 'min(m.id) AS id',
  messageIds: readonly number[],
  narrow: ResolvedNarrow,
  userId: number,
  exceptMutedTopics = false,
): Promise<number[]> {
  const parameters = new SqlParameters();
  const conditions = [`m.id = ANY (${parameters.add(messageIds, 'bigint[]')})`];
  conditions.push(...narrowConditions(narrow, userId, parameters));
  if (exceptMutedTopics) conditions.push(notInMutedTopic(parameters.add(userId, 'bigint')));
  const rows = await queryable.query<{ id: number }>(
    `SELECT ${select} FROM messages m WHERE ${conditions.join(' AND ')}`,
    parameters.values,
  );
  return rows.map((row) => row.id);
}
