import { Role } from '@chat/contracts';
import { boolean, endpoint, id, text } from '../http/index.js';
import { postPolicyParameter, retentionParameter } from './stream.parameters.js';

const words = text({ controlCharacters: 'allowed' });

export const getStreamsEndpoint = endpoint({
  method: 'GET',
  path: '/streams',
  access: 'user',
  summary: 'List streams',
  parameters: {
    include_public: boolean().default(true),
    include_web_public: boolean().default(false),
    include_subscribed: boolean().default(true),
    include_all_active: boolean().default(false),
    include_default: boolean().default(false),
    include_owner_subscribed: boolean().default(false),
  },
});

export const getStreamEndpoint = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}',
  access: 'user',
  summary: 'Get one stream',
  parameters: {},
});

export const getStreamIdEndpoint = endpoint({
  method: 'GET',
  path: '/get_stream_id',
  access: 'user',
  summary: 'Get the id of a stream by its name',
  parameters: { stream: words },
});

export const getStreamMembersEndpoint = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/members',
  access: 'user',
  summary: 'List the subscribers of a stream',
  parameters: {},
});

export const getStreamTopicsEndpoint = endpoint({
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  access: 'user-or-spectator',
  summary: 'List the topics of a stream, newest first',
  parameters: {},
});

export const updateStreamEndpoint = endpoint({
  method: 'PATCH',
  path: '/streams/{stream_id}',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Change a stream',
  parameters: {
    description: words.optional(),
    new_name: words.optional(),
    is_private: boolean().optional(),
    is_announcement_only: boolean().optional().deprecate(),
    is_web_public: boolean().optional(),
    history_public_to_subscribers: boolean().optional(),
    stream_post_policy: postPolicyParameter.optional(),
    message_retention_days: retentionParameter.optional(),
    can_remove_subscribers_group_id: id().optional(),
  },
});

export const archiveStreamEndpoint = endpoint({
  method: 'DELETE',
  path: '/streams/{stream_id}',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Archive a stream',
  parameters: {},
});
