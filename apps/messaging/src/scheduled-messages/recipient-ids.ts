import { badRequest, type GivenRecipients, MAX_SCHEDULED_RECIPIENTS, type MessageType } from '@chat/contracts';

/** The stream id or the user ids that a client gave, according to the type of the message. */
export function recipientIds(type: MessageType, to: GivenRecipients): number[] {
  if (type === 'stream') {
    if (typeof to !== 'number') throw badRequest('Invalid data type for stream ID');
    return [to];
  }
  if (typeof to === 'number' || to === null) throw badRequest('Invalid data type for recipients');
  if (to.length > MAX_SCHEDULED_RECIPIENTS) {
    throw badRequest(`to must contain no more than ${MAX_SCHEDULED_RECIPIENTS} elements`);
  }
  return to.map((userId) => {
    if (userId === null) throw badRequest('Recipient list may only contain user IDs');
    return userId;
  });
}
