import { badRequest } from '../errors/api-errors.js';
import { endpoint } from '../kit/endpoint.js';
import { Id, ListOf, OneOf, Text } from '../kit/fields.js';
import { text } from '../kit/types/index.js';
import { Role } from '../roles.js';
import { StreamSelection } from '../streams/streams.endpoints.js';
import { MAX_DEFAULT_STREAMS } from './default-streams.schema.js';

const streamName = text({ controlCharacters: 'allowed' });
const notAddOrRemove = () => badRequest('Invalid value for "op". Specify one of "add" or "remove".');

/** Parameters of POST /default_stream_groups/create: at most MAX_DEFAULT_STREAMS streams by name. */
export class NewDefaultStreamGroup {
  @Text({ controlCharacters: 'allowed' }) groupName!: string;
  @Text({ controlCharacters: 'allowed' }) description!: string;
  @ListOf(streamName, { max: MAX_DEFAULT_STREAMS }) streamNames!: readonly string[];
}

/** Path parameter of DELETE /default_stream_groups/{group_id}. */
export class DefaultStreamGroupSelection {
  @Id() groupId!: number;
}

/** Parameters of PATCH /default_stream_groups/{group_id}. Empty values count as absent; one must be given. */
export class DefaultStreamGroupChange extends DefaultStreamGroupSelection {
  @Text({ controlCharacters: 'allowed', optional: true }) newGroupName?: string;
  @Text({ controlCharacters: 'allowed', optional: true }) newDescription?: string;
}

/** Parameters of PATCH /default_stream_groups/{group_id}/streams: streams by name. */
export class DefaultStreamGroupStreamsChange extends DefaultStreamGroupSelection {
  @OneOf(['add', 'remove'], { error: notAddOrRemove }) op!: 'add' | 'remove';
  @ListOf(streamName, { max: MAX_DEFAULT_STREAMS }) streamNames!: readonly string[];
}

const common = { minimumRole: Role.Administrator, tag: 'default_streams' } as const;

/** Errors (BAD_REQUEST): "Invalid stream ID"; a private stream. */
export const addDefaultStream = endpoint('POST /default_streams', {
  ...common,
  pattern: 'messaging.default_streams.add',
  summary: 'Subscribe new users to a stream',
  parameters: StreamSelection,
});

/** Errors (BAD_REQUEST): "Invalid stream ID". */
export const removeDefaultStream = endpoint('DELETE /default_streams', {
  ...common,
  pattern: 'messaging.default_streams.remove',
  summary: 'Stop subscribing new users to a stream',
  parameters: StreamSelection,
});

/*
 * Errors of the groups (BAD_REQUEST): `Default stream group '…' already exists`; `Default stream group with id '…' does not exist.`;
 * `You must pass "new_description" or "new_group_name".` Also for a stream that is a default stream, is already in the group, or
 * is not in it. Effect: one DefaultStreamGroupsChanged.
 */

export const createDefaultStreamGroup = endpoint('POST /default_stream_groups/create', {
  ...common,
  pattern: 'messaging.default_stream_groups.create',
  summary: 'Create a group of streams that new users may choose',
  parameters: NewDefaultStreamGroup,
});

export const updateDefaultStreamGroup = endpoint('PATCH /default_stream_groups/{group_id}', {
  ...common,
  pattern: 'messaging.default_stream_groups.update',
  summary: 'Rename a group of default streams, or change its description',
  parameters: DefaultStreamGroupChange,
});

export const removeDefaultStreamGroup = endpoint('DELETE /default_stream_groups/{group_id}', {
  ...common,
  pattern: 'messaging.default_stream_groups.remove',
  summary: 'Remove a group of default streams',
  parameters: DefaultStreamGroupSelection,
});

export const updateDefaultStreamGroupStreams = endpoint('PATCH /default_stream_groups/{group_id}/streams', {
  ...common,
  pattern: 'messaging.default_stream_groups.update_streams',
  summary: 'Add streams to a group of default streams, or remove them',
  parameters: DefaultStreamGroupStreamsChange,
});
