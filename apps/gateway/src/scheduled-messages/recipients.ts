import { badRequest } from '@chat/contracts';

type GivenRecipients = number | string | readonly (number | string)[];

/** One stream id, or user ids, as `type` wants it. */
export function recipientIds(type: 'stream' | 'direct', to: GivenRecipients): number[] {
  if (type === 'stream') {
    if (typeof to !== 'number') throw badRequest('Invalid data type for stream ID');
    return [to];
  }
  if (typeof to === 'number' || typeof to === 'string') throw badRequest('Invalid data type for recipients');
  return to.map((userId) => {
    if (typeof userId !== 'number') throw badRequest('Recipient list may only contain user IDs');
    return userId;
  });
}
