import { about, array, id, integer, object, ref, string } from '../schema.js';
import { answers, NO_FIELDS, type ResponseTable } from './response.js';

/** POST /register is described in `register/`: what it answers depends on what was asked for. */
export const EVENT_RESPONSES: ResponseTable = {
  'GET /events': answers({
    events: about(array(ref('Event')), 'In order; ids increase.'),
    queue_id: string,
    'last_event_id?': integer,
  }),
  'DELETE /events': NO_FIELDS,
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
