import { about, id, object, string } from '../schema.js';
import { answers, type ResponseTable } from './response.js';

export const EVENT_RESPONSES: ResponseTable = {
  'POST /users/me/presence': answers({
    'presences?': { type: 'object' },
    'server_timestamp?': { type: 'number' },
  }),
  'GET /realm/presence': answers({
    server_timestamp: { type: 'number' },
    presences: about(
      { type: 'object', additionalProperties: { type: 'object' } },
      'By API email address, then client.',
    ),
  }),
  'GET /users/{user_id_or_email}/presence': answers({
    presence: {
      type: 'object',
      additionalProperties: object({ timestamp: id, status: string }),
    },
  }),
};
