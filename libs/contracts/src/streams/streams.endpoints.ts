import { endpoint } from '../kit/endpoint.js';
import { Bool, Id, Integer, ListOf, Nested, Text } from '../kit/fields.js';
import { id } from '../kit/types/index.js';
import { Role } from '../roles.js';
import { ClientStream, StreamProperties } from './streams.schema.js';

/** Lists visible streams that pass one of the filters. */
export class StreamFilters {
  @Bool({ default: true }) includePublic!: boolean;
  @Bool({ default: false }) includeWebPublic!: boolean;
  @Bool({ default: true }) includeSubscribed!: boolean;
  @Bool({ default: false }) includeAllActive!: boolean;
  @Bool({ default: false }) includeDefault!: boolean;
  @Bool({ default: false }) includeOwnerSubscribed!: boolean;
  @Bool({ optional: true, description: 'Adds `subscriber_count` to each stream.' }) includeSubscriberCount?: boolean;
}

/** An element of the response of `GET /streams`. */
export class ListedStream extends ClientStream {
  /** With `includeDefault`. */
  @Bool({ optional: true }) isDefault?: boolean;
  @Integer({ optional: true, min: 0, description: 'Active subscribers, with `include_subscriber_count`.' })
  subscriberCount?: number;
}
/** Response of `GET /streams`: the visible streams that pass one of the filters. */
export class StreamList {
  @ListOf(ListedStream) streams!: readonly ListedStream[];
}

/** Parameter of endpoints for one stream, and response of `GET /get_stream_id`. */
export class StreamSelection {
  @Id() streamId!: number;
}
/** Parameters of the endpoints that delete a topic and mark a topic as read. */
export class TopicSelection extends StreamSelection {
  @Text() topicName!: string;
}
/** Response of `GET /streams/{stream_id}`. */
export class StreamDetails {
  @Nested(ClientStream) stream!: ClientStream;
}

/** Parameter of `GET /get_stream_id`: the name of the stream. */
export class StreamName {
  @Text({ controlCharacters: 'allowed' }) stream!: string;
}

/** Response of `GET /streams/{stream_id}/members`: user ids of the subscribers. */
export class SubscriberList {
  /** Ascending. */
  @ListOf(id()) subscribers!: readonly number[];
}

/** A topic with the id of its newest message. */
export class TopicSummary {
  @Text() name!: string;
  @Id() maxId!: number;
}
/** Response of `GET /users/me/{stream_id}/topics`: the visible topics, newest first. */
export class TopicList {
  @ListOf(TopicSummary) topics!: readonly TopicSummary[];
}

/** Absent properties do not change. */
export class StreamChange extends StreamProperties {
  @Id() streamId!: number;
  @Text({ controlCharacters: 'allowed', optional: true }) description?: string;
  @Text({ controlCharacters: 'allowed', optional: true }) newName?: string;
  /** Deprecated form of the post policy. */
  @Bool({ optional: true, deprecated: true }) isAnnouncementOnly?: boolean;
}

/** Error (BAD_REQUEST): "User not authorized for this query" if the caller requests all streams and is no administrator. */
export const getStreams = endpoint('GET /streams', {
  pattern: 'messaging.streams.get',
  summary: 'List streams',
  parameters: StreamFilters,
  response: StreamList,
});

/** Errors (BAD_REQUEST): "Invalid stream ID". */
export const getStream = endpoint('GET /streams/{stream_id}', {
  pattern: 'messaging.streams.get_one',
  summary: 'Get one stream',
  parameters: StreamSelection,
  response: StreamDetails,
});

/** For streams that the actor may read. Error (BAD_REQUEST): "Invalid stream name '…'". */
export const getStreamId = endpoint('GET /get_stream_id', {
  pattern: 'messaging.streams.get_id',
  tag: 'streams',
  summary: 'Get the id of a stream by its name',
  parameters: StreamName,
  response: StreamSelection,
});

/** Errors (BAD_REQUEST): "Invalid stream ID". */
export const getStreamMembers = endpoint('GET /streams/{stream_id}/members', {
  pattern: 'messaging.streams.get_members',
  summary: 'List the subscribers of a stream',
  parameters: StreamSelection,
  response: SubscriberList,
});

/** Topics that the actor can see. Error (BAD_REQUEST): "Invalid stream ID". */
export const getStreamTopics = endpoint('GET /users/me/{stream_id}/topics', {
  pattern: 'messaging.streams.get_topics',
  access: 'user-or-spectator',
  summary: 'List the topics of a stream, newest first',
  parameters: StreamSelection,
  response: TopicList,
});

/**
 * All or nothing. Administrators may change private streams without a subscription, except whether they are private. Errors
 * (BAD_REQUEST): invalid properties, names and combinations. Effect: one StreamUpdated; DefaultStreamsChanged for a default
 * stream; notices in the stream.
 */
export const updateStream = endpoint('PATCH /streams/{stream_id}', {
  pattern: 'messaging.streams.update',
  minimumRole: Role.Administrator,
  summary: 'Change a stream',
  parameters: StreamChange,
  example: { description: 'Sketches and feedback' },
});

/** Errors (BAD_REQUEST): "Invalid stream ID", "Stream is already deactivated". Effect: one StreamArchived. */
export const archiveStream = endpoint('DELETE /streams/{stream_id}', {
  pattern: 'messaging.streams.archive',
  minimumRole: Role.Administrator,
  summary: 'Archive a stream',
  parameters: StreamSelection,
});
