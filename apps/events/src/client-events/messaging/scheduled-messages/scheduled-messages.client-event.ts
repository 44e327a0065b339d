import {
  type ScheduledMessage,
  ScheduledMessageRemoved,
  type ScheduledMessageRemovedPayload,
  ScheduledMessagesAdded,
  type ScheduledMessagesAddedPayload,
  ScheduledMessageUpdated,
  type ScheduledMessageUpdatedPayload,
} from '@chat/contracts';
import type { ClientEventMapping } from '../../client-event-mapping.js';
import { toUser } from '../to-user.js';

/** `scheduled_messages`: to all of the user's own clients. Source: reference shapes. */
export const scheduledMessagesAddedMapping: ClientEventMapping<ScheduledMessagesAddedPayload> = {
  source: ScheduledMessagesAdded,
  audience: toUser,
  forClient: ({ scheduledMessages }) => [
    { type: 'scheduled_messages', op: 'add', scheduled_messages: scheduledMessages.map(onTheWire) },
  ],
};

export const scheduledMessageUpdatedMapping: ClientEventMapping<ScheduledMessageUpdatedPayload> = {
  source: ScheduledMessageUpdated,
  audience: toUser,
  forClient: ({ scheduledMessage }) => [
    { type: 'scheduled_messages', op: 'update', scheduled_message: onTheWire(scheduledMessage) },
  ],
};

export const scheduledMessageRemovedMapping: ClientEventMapping<ScheduledMessageRemovedPayload> = {
  source: ScheduledMessageRemoved,
  audience: toUser,
  forClient: ({ scheduledMessageId }) => [
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id: scheduledMessageId },
  ],
};

function onTheWire(message: ScheduledMessage): object {
  const isToStream = message.type === 'stream';
  return {
    scheduled_message_id: message.scheduledMessageId,
    type: isToStream ? 'stream' : 'private',
    to: isToStream ? message.to[0] : message.to,
    ...(isToStream && { topic: message.topic }),
    content: message.content,
    rendered_content: message.renderedContent,
    scheduled_delivery_timestamp: message.deliverAtSeconds,
    failed: message.isFailed,
    ...(message.failureReason !== null && { failure_reason: message.failureReason }),
  };
}
