import type { StreamRecord } from '@chat/contracts';
import { selectedColumns } from '@chat/persistence';
import { StreamEntity } from './stream.entity.js';

/** SELECT list of a `StreamRecord` from the table `streams AS s`, for hot paths, joins and statements that return what they write. */
export const STREAM_COLUMNS = `
  ${selectedColumns(StreamEntity, 's', ['realmId', 'nameKey', 'creatorId', 'createdAt', 'archivedAt'])},
  floor(extract(epoch FROM s.created_at))::bigint AS "createdAtSeconds"`;

/** The properties of a stream that determine its visibility. */
export const streamOf = (stream: StreamRecord) => ({
  streamId: stream.streamId,
  name: stream.name,
  isPrivate: stream.isPrivate,
  isWebPublic: stream.isWebPublic,
  isHistoryPublicToSubscribers: stream.isHistoryPublicToSubscribers,
});
