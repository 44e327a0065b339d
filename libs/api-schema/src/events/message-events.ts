import { id, string } from '../schema.js';
import { type EventDescription, event } from './event-description.js';

export const MESSAGE_EVENTS: readonly EventDescription[] = [
  event(
    'submessage',
    undefined,
    'Data was added to a message.',
    { msg_type: string, content: string, message_id: id, sender_id: id, submessage_id: id },
    { isNeverSent: true },
  ),
];
