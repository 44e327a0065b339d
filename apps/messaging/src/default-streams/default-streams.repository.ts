import {
  type DefaultStreamGroup,
  DefaultStreamGroupsChanged,
  DefaultStreamsChanged,
  isGuest,
  type Role,
  type StreamRecord,
} from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { STREAM_COLUMNS } from '../stream-records/stream-columns.js';

/** The realm's default streams, by id. */
export const readDefaultStreams = (queryable: Queryable, realmId: number): Promise<StreamRecord[]> =>
  queryable.queryPrepared<StreamRecord>(
    `SELECT ${STREAM_COLUMNS} FROM default_streams d JOIN streams s ON s.id = d.stream_id
     WHERE d.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.id`,
    [realmId],
  );

/** Their ids; of archived ones, too, which are no default streams. */
export async function readDefaultStreamIds(queryable: Queryable, realmId: number): Promise<number[]> {
  const rows = await queryable.queryPrepared<{ id: number }>(
    'SELECT stream_id AS id FROM default_streams WHERE realm_id = $1 ORDER BY stream_id',
    [realmId],
  );
  return rows.map(({ id }) => id);
}

/** The realm's groups of default streams, by id, each with its streams by id. */
export async function readDefaultStreamGroups(queryable: Queryable, realmId: number): Promise<DefaultStreamGroup[]> {
  const groups = await queryable.queryPrepared<Omit<DefaultStreamGroup, 'streams'>>(
    'SELECT id AS "groupId", name, description FROM default_stream_groups WHERE realm_id = $1 ORDER BY id',
    [realmId],
  );
  if (groups.length === 0) return [];
  const members = await queryable.queryPrepared<StreamRecord & { groupId: number }>(
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

/** Both, as somebody of this role sees them: guests, who do not see all public streams, have none. */
export async function defaultsInSight(queryable: Queryable, realmId: number, role: Role) {
  if (isGuest(role)) return { streams: [], groups: [] };
  return {
    streams: await readDefaultStreams(queryable, realmId),
    groups: await readDefaultStreamGroups(queryable, realmId),
  };
}

/** Tells what the default streams are now. */
export async function recordDefaultStreams(tx: Transaction, realmId: number): Promise<void> {
  tx.record(realmId, DefaultStreamsChanged.of({ streams: await readDefaultStreams(tx, realmId) }));
}

/** A stream that is archived or private is no default stream and in no group of them; told if it was. Behind the realm's lock. */
export async function dropFromDefaults(tx: Transaction, realmId: number, streamId: number): Promise<void> {
  const left = await tx.query('DELETE FROM default_streams WHERE stream_id = $1 RETURNING stream_id', [streamId]);
  const groups = await tx.query('DELETE FROM default_stream_group_streams WHERE stream_id = $1 RETURNING stream_id', [
    streamId,
  ]);
  if (left.length > 0) await recordDefaultStreams(tx, realmId);
  if (groups.length > 0) await recordDefaultStreamGroups(tx, realmId);
}

/** Tells what the groups of default streams are now. */
export async function recordDefaultStreamGroups(tx: Transaction, realmId: number): Promise<void> {
  tx.record(realmId, DefaultStreamGroupsChanged.of({ groups: await readDefaultStreamGroups(tx, realmId) }));
}
