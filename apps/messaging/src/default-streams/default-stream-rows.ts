import {
  type DefaultStreamGroup,
  DefaultStreamGroupsChanged,
  DefaultStreamsChanged,
  type StreamRecord,
} from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { Queryable } from '../access/access.js';
import { STREAM_COLUMNS } from '../streams/stream-row.js';

/** The realm's default streams, by id. */
export const readDefaultStreams = (queryable: Queryable, realmId: number): Promise<StreamRecord[]> =>
  queryable.query<StreamRecord>(
    `SELECT ${STREAM_COLUMNS} FROM default_streams d JOIN streams s ON s.id = d.stream_id
     WHERE d.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.id`,
    [realmId],
  );

/** The realm's groups of default streams, by id, each with its streams by id. */
export async function readDefaultStreamGroups(queryable: Queryable, realmId: number): Promise<DefaultStreamGroup[]> {
  const groups = await queryable.query<Omit<DefaultStreamGroup, 'streams'>>(
    'SELECT id AS "groupId", name, description FROM default_stream_groups WHERE realm_id = $1 ORDER BY id',
    [realmId],
  );
  if (groups.length === 0) return [];
  const members = await queryable.query<StreamRecord & { groupId: number }>(
    `SELECT m.group_id AS "groupId", ${STREAM_COLUMNS}
     FROM default_stream_group_streams m JOIN streams s ON s.id = m.stream_id
     WHERE m.group_id = ANY ($1) AND s.archived_at IS NULL ORDER BY s.id`,
    [groups.map((group) => group.groupId)],
  );
  return groups.map((group) => ({
    ...group,
    streams: members.filter(({ groupId }) => groupId === group.groupId).map(({ groupId: _, ...stream }) => stream),
  }));
}

/** Tells what the default streams are now. */
export async function recordDefaultStreams(tx: Transaction, realmId: number): Promise<void> {
  tx.record(realmId, DefaultStreamsChanged.of({ streams: await readDefaultStreams(tx, realmId) }));
}

/** Tells what the groups of default streams are now. */
export async function recordDefaultStreamGroups(tx: Transaction, realmId: number): Promise<void> {
  tx.record(realmId, DefaultStreamGroupsChanged.of({ groups: await readDefaultStreamGroups(tx, realmId) }));
}
