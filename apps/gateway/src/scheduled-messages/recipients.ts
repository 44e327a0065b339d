import { badRequest } from '@chat/contracts';

/** What is no id is null. */
type GivenRecipients = number | null | readonly (number | null)[];

/** One stream id, or user ids, as `type` wants it. */
export function recipientIds(type: 'stream' | 'direct', to: GivenRecipients): number[] {
  if (type === 'stream') {
    if (typeof to !== 'number') throw badRequest('Invalid data type for stream ID');
    return [to];
  }
  if (typeof to === 'number' || to === null) throw badRequest('Invalid data type for recipients');
  return to.map((userId) => {
    if (userId === null) throw badRequest('Recipient list may only contain user IDs');
    return userId;
  });
}
