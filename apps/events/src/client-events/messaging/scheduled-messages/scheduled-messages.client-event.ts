import {
  ScheduledMessageRemoved,
  type ScheduledMessageRemovedPayload,
  ScheduledMessagesAdded,
  type ScheduledMessagesAddedPayload,
  ScheduledMessageUpdated,
  type ScheduledMessageUpdatedPayload,
  scheduledMessageOnTheWire,
} from '@chat/contracts';
import type { ClientEventMapping } from '../../../fan-out/client-event-mapping.js';
import { toUser } from '../to-user.js';

/** `scheduled_messages`: to all of the user's own clients. Source: reference shapes. */
export const scheduledMessagesAddedMapping: ClientEventMapping<ScheduledMessagesAddedPayload> = {
  source: ScheduledMessagesAdded,
  audience: toUser,
  forClient: ({ scheduledMessages }) => [
    { type: 'scheduled_messages', op: 'add', scheduled_messages: scheduledMessages.map(scheduledMessageOnTheWire) },
  ],
};

export const scheduledMessageUpdatedMapping: ClientEventMapping<ScheduledMessageUpdatedPayload> = {
  source: ScheduledMessageUpdated,
  audience: toUser,
  forClient: ({ scheduledMessage }) => [
    { type: 'scheduled_messages', op: 'update', scheduled_message: scheduledMessageOnTheWire(scheduledMessage) },
  ],
};

export const scheduledMessageRemovedMapping: ClientEventMapping<ScheduledMessageRemovedPayload> = {
  source: ScheduledMessageRemoved,
  audience: toUser,
  forClient: ({ scheduledMessageId }) => [
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id: scheduledMessageId },
  ],
};
