import { Role } from '@chat/contracts';
import { boolean, endpoint, integer, list, object, oneOf, text } from '../http/index.js';

/* Endpoints for the gateway's own tests: one of each kind. */

export const sendEndpoint = endpoint({
  method: 'POST',
  path: '/messages',
  access: 'user',
  incomingWebhooks: 'allowed',
  summary: 'Send',
  parameters: {
    type: oneOf(['direct', 'stream']),
    content: text(),
    topic: text().alias('subject').optional(),
    read_by_sender: boolean().default(false),
  },
});

export const listEndpoint = endpoint({
  method: 'GET',
  path: '/messages',
  access: 'user',
  summary: 'List',
  parameters: { num_before: integer({ min: 0 }).default(10), client_extavatar: boolean().default(true) },
});

export const getMessageEndpoint = endpoint({
  method: 'GET',
  path: '/messages/{message_id}',
  access: 'user',
  summary: 'One message',
  parameters: {},
});

export const updateEndpoint = endpoint({
  method: 'PATCH',
  path: '/settings',
  aliasPaths: ['/settings/display'],
  access: 'user',
  summary: 'Update',
  parameters: { emojiset: oneOf(['vendorA', 'text']).optional(), names: list(text()).optional() },
});

export const deleteEndpoint = endpoint({
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  access: 'user',
  summary: 'Delete',
  parameters: { reason: text().optional(), draft: object({ stream_id: integer() }).optional() },
});

export const meEndpoint = endpoint({
  method: 'GET',
  path: '/users/me',
  access: 'user',
  summary: 'Me',
  parameters: {},
});
export const userByIdEndpoint = endpoint({
  method: 'GET',
  path: '/users/{user_id}',
  access: 'user',
  summary: 'By id',
  parameters: {},
});
export const userByEmailEndpoint = endpoint({
  method: 'GET',
  path: '/users/{email}',
  access: 'user',
  pathParameters: { email: text({ controlCharacters: 'refused' }) },
  summary: 'By email',
  parameters: {},
});
export const updateUserEndpoint = endpoint({
  method: 'PATCH',
  path: '/users/{user_id}',
  access: 'user',
  minimumRole: Role.Administrator,
  bots: 'refused',
  summary: 'Update user',
  parameters: {},
});

export const registerEndpoint = endpoint({
  method: 'POST',
  path: '/register',
  access: 'user-or-spectator',
  summary: 'Register',
  parameters: {},
});

export const serverSettingsEndpoint = endpoint({
  method: 'GET',
  path: '/server_settings',
  access: 'anyone',
  summary: 'Server settings',
  parameters: {},
});

export const pollEndpoint = endpoint({
  method: 'GET',
  path: '/events',
  access: 'user',
  summary: 'Poll',
  longPoll: true,
  parameters: { dont_block: boolean().default(false) },
});

export const uploadEndpoint = endpoint({
  method: 'POST',
  path: '/user_uploads',
  access: 'user',
  summary: 'Upload',
  upload: { maxFiles: 1, maxFileBytes: 1_000 },
  parameters: { title: text().optional() },
});

export const failEndpoint = endpoint({
  method: 'POST',
  path: '/fail',
  access: 'user',
  summary: 'Fails as told',
  parameters: { how: oneOf(['refusal', 'fault', 'service', 'slow service', 'partially', 'raw']) },
});
