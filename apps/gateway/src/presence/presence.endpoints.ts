import { badRequest, PRESENCE_STATUSES, type PresenceStatus } from '@chat/contracts';
import { boolean, endpoint, text } from '../http/index.js';

const status = text({ maxLength: 20 }).map((value): PresenceStatus => {
  const known = PRESENCE_STATUSES.find((candidate) => candidate === value);
  if (known === undefined) throw badRequest(`Invalid status: ${value}`);
  return known;
});

export const updatePresenceEndpoint = endpoint({
  method: 'POST',
  path: '/users/me/presence',
  access: 'user',
  bots: 'refused',
  summary: 'Tell that one is active or idle, and get the presences of the organization',
  tag: 'presence',
  parameters: {
    status,
    ping_only: boolean().default(false).describe('Without the presences in the answer.'),
    new_user_input: boolean().default(false),
    slim_presence: boolean().default(false),
  },
});

export const getRealmPresenceEndpoint = endpoint({
  method: 'GET',
  path: '/realm/presence',
  access: 'user',
  summary: 'Get the presences of the organization',
  tag: 'presence',
  parameters: {},
});

export const getUserPresenceEndpoint = endpoint({
  method: 'GET',
  path: '/users/{user_id}/presence',
  access: 'user',
  summary: 'Get the presence of a user',
  tag: 'presence',
  parameters: {},
});

export const getUserPresenceByEmailEndpoint = endpoint({
  method: 'GET',
  path: '/users/{email}/presence',
  pathParameters: { email: text({ maxLength: 320 }) },
  access: 'user',
  summary: 'Get the presence of a user by API email',
  tag: 'presence',
  parameters: {},
});
