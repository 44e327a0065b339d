import { ClientEventOf } from '../kit/client-event.js';
import { endpoint } from '../kit/endpoint.js';
import { EXAMPLE_VALUES } from '../kit/examples/example-values.js';
import {
  EventPage,
  EventPoll,
  EventQueueSelection,
  RegisteredQueue,
  RegistrationParameters,
} from './event-queues.schema.js';

/** The response also has the register fields of the requested types. */
export const registerQueue = endpoint('POST /register', {
  pattern: 'gateway.event_queues.register',
  access: 'user-or-spectator',
  summary: 'Register an event queue and get the current state',
  tag: 'events',
  slot: 'registration',
  parameters: RegistrationParameters,
  example: { eventTypes: ['message'] },
  response: RegisteredQueue,
});

export const getEvents = endpoint('GET /events', {
  pattern: 'gateway.event_queues.get_events',
  summary: 'Get events from a queue, waiting for one if there is none',
  tag: 'events',
  longPoll: true,
  parameters: EventPoll,
  example: { queueId: EXAMPLE_VALUES.queue_id, lastEventId: -1, dontBlock: true },
  response: EventPage,
});

export const deleteQueue = endpoint('DELETE /events', {
  pattern: 'gateway.event_queues.delete',
  summary: 'Delete an event queue',
  tag: 'events',
  slot: 'first',
  parameters: EventQueueSelection,
});

/** Client event without fields; it ends a poll before proxies and clients give up. It has an event id. */
@ClientEventOf({ type: 'heartbeat', when: 'A poll has waited for almost a minute.' })
export class HeartbeatEvent {}
