import { type ScheduledMessage, wantsState } from '@chat/contracts';
import type { RegisterPart } from '../register/register-part.js';
import { selectOfSender, shown } from './scheduled-message-row.js';

/** `scheduled_messages`: those that wait or failed, earliest first. */
export const scheduledMessagesState: RegisterPart = async (tx, { request: { actor, ...request } }) => {
  if (!wantsState(request, 'scheduled_messages')) return {};
  const rows = actor === null ? [] : await selectOfSender(tx, actor.userId);
  return { scheduled_messages: rows.map((row) => onTheWire(shown(row))) };
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
