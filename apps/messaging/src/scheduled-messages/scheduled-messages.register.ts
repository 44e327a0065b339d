import { scheduledMessageOnTheWire, wantsState } from '@chat/contracts';
import type { RegisterPart } from '../register/register-part.js';
import { selectOfSender, shown } from './scheduled-messages.repository.js';

/** `scheduled_messages`: those that wait or failed, earliest first. */
export const scheduledMessagesState: RegisterPart = async (tx, { request: { actor, ...request } }) => {
  if (!wantsState(request, 'scheduled_messages')) return {};
  const rows = actor === null ? [] : await selectOfSender(tx, actor.userId);
  return { scheduled_messages: rows.map((row) => scheduledMessageOnTheWire(shown(row))) };
};
