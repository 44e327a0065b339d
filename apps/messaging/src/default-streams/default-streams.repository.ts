import {
  type DefaultStreamGroupRecord,
  DefaultStreamGroupsChanged,
  DefaultStreamsChanged,
  isGuest,
  type Joining,
  type Role,
  type StreamRecord,
} from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { readStreamsById, STREAM_COLUMNS } from '../stream-records/stream-records.repository.js';
import { DefaultGroupStreamEntity, DefaultStreamEntity, DefaultStreamGroupEntity } from './default-stream.entity.js';

export const readDefaultStreams = (queryable: Queryable, realmId: number): Promise<StreamRecord[]> =>
  queryable.queryPrepared<StreamRecord>(
    `SELECT ${STREAM_COLUMNS} FROM default_streams d JOIN streams s ON s.id = d.stream_id
     WHERE d.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.id`,
    [realmId],
  );

/** Ids of the realm's default streams and of archived ones. */
export async function readDefaultStreamIds(queryable: Queryable, realmId: number): Promise<number[]> {
  const rows = await queryable.queryPrepared<{ id: number }>(
    'SELECT stream_id AS id FROM default_streams WHERE realm_id = $1 ORDER BY stream_id',
    [realmId],
  );
  return rows.map(({ id }) => id);
}

export async function readDefaultStreamGroups(queryable: Queryable, realmId: number) {
  const groups = await queryable.queryPrepared<Omit<DefaultStreamGroupRecord, 'streams'>>(
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

/** The streams of an account that joined in this way: those of its invitation or the default streams, and those of its groups. */
export async function readFirstStreams(queryable: Queryable, realmId: number, role: Role, joining?: Joining) {
  const invited = joining?.streamIds.length ? await readStreamsById(queryable, realmId, joining.streamIds) : undefined;
  if (isGuest(role)) return invited ?? [];
  const streams = invited ?? (await readDefaultStreams(queryable, realmId));
  if (!joining?.defaultStreamGroups.length) return streams;
  const groups = await readDefaultStreamGroups(queryable, realmId);
  const chosen = groups
    .filter(({ name }) => joining.defaultStreamGroups.includes(name))
    .flatMap((group) => group.streams);
  return [...new Map([...streams, ...chosen].map((stream) => [stream.streamId, stream])).values()];
}

/** Default streams and groups as a role sees them: guests see none. */
export async function visibleDefaults(queryable: Queryable, realmId: number, role: Role) {
  if (isGuest(role)) return { streams: [], groups: [] };
  return {
    streams: await readDefaultStreams(queryable, realmId),
    groups: await readDefaultStreamGroups(queryable, realmId),
  };
}

export async function recordDefaultStreams(tx: Transaction, realmId: number): Promise<void> {
  tx.record(realmId, DefaultStreamsChanged.of({ streams: await readDefaultStreams(tx, realmId) }));
}

/** Removes an archived or private stream from the default streams and their groups, under the realm lock. */
export async function dropFromDefaults(tx: Transaction, realmId: number, streamId: number): Promise<void> {
  const defaults = await tx.getRepository(DefaultStreamEntity).delete({ streamId });
  const groups = await tx.getRepository(DefaultGroupStreamEntity).delete({ streamId });
  if (defaults.affected) await recordDefaultStreams(tx, realmId);
  if (groups.affected) await recordDefaultStreamGroups(tx, realmId);
}

export async function recordDefaultStreamGroups(tx: Transaction, realmId: number): Promise<void> {
  tx.record(realmId, DefaultStreamGroupsChanged.of({ groups: await readDefaultStreamGroups(tx, realmId) }));
}

/** Returns false if the stream is a default stream, archived or private. Raw SQL: one statement checks and inserts. */
export async function insertDefaultStream(tx: Transaction, streamId: number): Promise<boolean> {
  const added = await tx.query(
    `INSERT INTO default_streams (stream_id, realm_id)
     SELECT id, realm_id FROM streams WHERE id = $1 AND archived_at IS NULL AND NOT is_private
     ON CONFLICT DO NOTHING RETURNING stream_id`,
    [streamId],
  );
  return added.length > 0;
}

/** Adds streams to the default streams and publishes the list. Streams that are in it already stay. */
export async function addDefaultStreams(tx: Transaction, realmId: number, streams: readonly StreamRecord[]) {
  const insert = tx.getRepository(DefaultStreamEntity).createQueryBuilder().insert();
  await insert
    .values(streams.map(({ streamId }) => ({ streamId, realmId })))
    .orIgnore()
    .execute();
  await recordDefaultStreams(tx, realmId);
}

/** Returns undefined if the realm has a group of the name. The unique index decides. */
export const insertGroup = (tx: Transaction, group: Omit<DefaultStreamGroupEntity, 'id'>) =>
  tx.insertUnlessTaken(DefaultStreamGroupEntity, group, 'id');

/** Adds the streams to the group that are still active and public. Raw SQL: one statement checks and inserts. */
export async function insertMembers(tx: Transaction, groupId: number, streams: readonly StreamRecord[]): Promise<void> {
  await tx.query(
    `INSERT INTO default_stream_group_streams (group_id, stream_id)
     SELECT $1, id FROM streams WHERE id = ANY ($2) AND archived_at IS NULL AND NOT is_private`,
    [groupId, streams.map((stream) => stream.streamId)],
  );
}
