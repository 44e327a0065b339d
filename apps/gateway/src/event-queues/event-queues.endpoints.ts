import { boolean, endpoint, integer, text } from '../http/index.js';
import { registrationParameters } from './registration-parameters.js';

/** Whatever it is: what is no queue's id is refused like that of a queue that is gone. */
const queueId = text({ controlCharacters: 'allowed' });

export const registerEndpoint = endpoint({
  method: 'POST',
  path: '/register',
  access: 'user-or-spectator',
  summary: 'Register an event queue and get the current state',
  tag: 'events',
  place: 'registration',
  parameters: registrationParameters,
});

export const getEventsEndpoint = endpoint({
  method: 'GET',
  path: '/events',
  access: 'user',
  summary: 'Get events from a queue, waiting for one if there is none',
  tag: 'events',
  longPoll: true,
  parameters: {
    queue_id: queueId
      .optional()
      .describe('Without it a queue is registered by the other parameters, and its id is in the answer.'),
    last_event_id: integer().optional().describe('Events up to it are acknowledged and will not be sent again.'),
    dont_block: boolean()
      .default(false)
      .describe('Answer at once, with or without events. What was acknowledged to anybody before is among them.'),
    ...registrationParameters,
  },
});

export const deleteQueueEndpoint = endpoint({
  method: 'DELETE',
  path: '/events',
  access: 'user',
  summary: 'Delete an event queue',
  tag: 'events',
  place: 'first',
  parameters: { queue_id: queueId },
});
