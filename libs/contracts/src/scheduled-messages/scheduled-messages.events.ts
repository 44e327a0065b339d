import { itsUser } from '../audience.js';
import { domainEvent, userEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { Id, Nested } from '../kit/fields.js';
import {
  ScheduledMessage,
  ScheduledMessageList,
  type StoredScheduledMessage,
  scheduledMessageOf,
} from './scheduled-messages.schema.js';

/** Client event for the author only. It carries the new messages, not the complete list. */
@ClientEventOf({ type: 'scheduled_messages', op: 'add', when: 'The user scheduled messages.' })
export class ScheduledMessagesAddEvent extends ScheduledMessageList {}

/** Client event for the author only: an edited message, or a message with a failed delivery. */
@ClientEventOf({
  type: 'scheduled_messages',
  op: 'update',
  when: 'A scheduled message was edited, or could not be delivered.',
})
export class ScheduledMessagesUpdateEvent {
  @Nested(ScheduledMessage) scheduledMessage!: ScheduledMessage;
}

/** Client event for the author only. It does not distinguish delivery from deletion. */
@ClientEventOf({ type: 'scheduled_messages', op: 'remove', when: 'A scheduled message was delivered or deleted.' })
export class ScheduledMessagesRemoveEvent {
  @Id() scheduledMessageId!: number;
}

class ScheduledMessagesAddedPayload {
  readonly userId!: number;
  readonly scheduledMessages!: readonly StoredScheduledMessage[];
}
class ScheduledMessageUpdatedPayload {
  readonly userId!: number;
  readonly scheduledMessage!: StoredScheduledMessage;
}

export const ScheduledMessagesAdded = domainEvent('messaging.scheduled_messages_added', {
  payload: ScheduledMessagesAddedPayload,
  audience: itsUser,
  clientEvent: ScheduledMessagesAddEvent,
  toClient: ({ scheduledMessages }) => ({ scheduledMessages: scheduledMessages.map(scheduledMessageOf) }),
});

/** Edited, or delivery failed. */
export const ScheduledMessageUpdated = domainEvent('messaging.scheduled_message_updated', {
  payload: ScheduledMessageUpdatedPayload,
  audience: itsUser,
  clientEvent: ScheduledMessagesUpdateEvent,
  toClient: ({ scheduledMessage }) => ({ scheduledMessage: scheduledMessageOf(scheduledMessage) }),
});

/** Deleted or delivered. */
export const ScheduledMessageRemoved = userEvent('messaging.scheduled_message_removed', ScheduledMessagesRemoveEvent);
