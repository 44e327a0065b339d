import { badRequest, MAX_DEFAULT_STREAMS, Role } from '@chat/contracts';
import { endpoint, id, list, oneOf, text } from '../http/index.js';

const notAddOrRemove = () => badRequest('Invalid value for "op". Specify one of "add" or "remove".');
const words = text({ controlCharacters: 'allowed' });
const streamNames = list(words, { maxItems: MAX_DEFAULT_STREAMS });
const common = { access: 'user', minimumRole: Role.Administrator, tag: 'default_streams' } as const;

export const addDefaultStreamEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/default_streams',
  summary: 'Subscribe new users to a stream',
  parameters: { stream_id: id() },
});

export const removeDefaultStreamEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/default_streams',
  summary: 'No longer subscribe new users to a stream',
  parameters: { stream_id: id() },
});

export const createDefaultStreamGroupEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/default_stream_groups/create',
  summary: 'Make a group of streams that new users may choose',
  parameters: { group_name: words, description: words, stream_names: streamNames },
});

export const updateDefaultStreamGroupEndpoint = endpoint({
  ...common,
  method: 'PATCH',
  path: '/default_stream_groups/{group_id}',
  summary: 'Rename a group of default streams, or change its description',
  parameters: { new_group_name: words.optional(), new_description: words.optional() },
});

export const removeDefaultStreamGroupEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/default_stream_groups/{group_id}',
  summary: 'Remove a group of default streams',
  parameters: {},
});

export const updateDefaultStreamGroupStreamsEndpoint = endpoint({
  ...common,
  method: 'PATCH',
  path: '/default_stream_groups/{group_id}/streams',
  summary: 'Add streams to a group of default streams, or remove them',
  parameters: { op: oneOf(['add', 'remove'], notAddOrRemove), stream_names: streamNames },
});
