import { ScheduledMessageList, scheduledMessageOf, wantsState, writerOf } from '@chat/contracts';
import type { RegisterPart } from '../register/register-part.js';
import { selectOfSender, stored } from './scheduled-messages.repository.js';

const write = writerOf(ScheduledMessageList);

export const scheduledMessagesState: RegisterPart = async (tx, { request: { actor, ...request } }) => {
  if (!wantsState(request, 'scheduled_messages')) return {};
  const rows = actor === null ? [] : await selectOfSender(tx, actor.userId);
  return write({ scheduledMessages: rows.map((row) => scheduledMessageOf(stored(row))) });
};
