import { Id, ListOf, Text } from '../kit/fields.js';
import { ClientStream, type StreamRecord, streamForClients } from '../streams/streams.schema.js';

export const MAX_DEFAULT_STREAM_GROUP_NAME_LENGTH = 60;
/** Default streams per realm, and streams per group. */
export const MAX_DEFAULT_STREAMS = 500;
export const MAX_DEFAULT_STREAM_GROUPS = 100;

/** A group of default streams as domain events carry it. */
export interface DefaultStreamGroupRecord {
  readonly groupId: number;
  readonly name: string;
  readonly description: string;
  readonly streams: readonly StreamRecord[];
}

/** A group of streams that a new user can subscribe to together. */
export class DefaultStreamGroup {
  @Id() id!: number;
  @Text() name!: string;
  @Text() description!: string;
  @ListOf(ClientStream) streams!: readonly ClientStream[];
}

/** A group with its streams in the form of the API. */
export const defaultStreamGroupForClients = ({
  groupId,
  streams,
  ...group
}: DefaultStreamGroupRecord): DefaultStreamGroup => ({ id: groupId, streams: streams.map(streamForClients), ...group });
