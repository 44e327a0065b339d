import { LARGEST_ANCHOR } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import type { Viewer } from '../access/viewer.js';
import { unreadMessages } from '../read-state/unread-messages.js';
import { narrowConditions, notInMutedTopic } from './narrow-conditions.js';
import { positive, type ResolvedNarrow } from './resolved-narrow.js';
import { SqlParameters } from './sql-parameters.js';

/**
 * The oldest message of the narrow that the viewer has not read, or LARGEST_ANCHOR. Muted topics and streams do not count, unless
 * the narrow asks for the very stream, or topic.
 */
export async function firstUnread(
  queryable: Queryable,
  narrow: ResolvedNarrow,
  viewer: Viewer | null,
): Promise<number> {
  if (viewer === null) return LARGEST_ANCHOR;
  const stream = positive(narrow, 'stream')?.stream;
  const topic = positive(narrow, 'topic');
  const unread = await unreadMessages(
    queryable,
    viewer,
    stream ? { recipientId: stream.recipientId, ...(topic && { topicKey: topic.topicKey }) } : {},
  );
  if (unread.length === 0) return LARGEST_ANCHOR;
  const parameters = new SqlParameters();
  const ids = parameters.add(
    unread.map((message) => message.id),
    'bigint[]',
  );
  const wanted = stream ? narrow : [...narrow, { kind: 'home', isNegated: false } as const];
  const conditions = narrowConditions(wanted, viewer.userId, parameters);
  if (stream && !topic) conditions.push(notInMutedTopic(parameters.add(viewer.userId, 'bigint')));
  const [row] = await queryable.query<{ id: number | null }>(
    `SELECT min(m.id) AS id FROM messages m WHERE ${[`m.id = ANY (${ids})`, ...conditions].join(' AND ')}`,
    parameters.values,
  );
  return row?.id ?? LARGEST_ANCHOR;
}
