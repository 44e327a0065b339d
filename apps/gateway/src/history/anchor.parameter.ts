import { badRequest, LARGEST_ANCHOR, type MessageAnchor } from '@chat/contracts';
import { text } from '../http/index.js';

/** A message id, which need not exist, or `newest`, `oldest`, `first_unread`. */
export const anchorParameter = text().map((value): MessageAnchor => {
  if (value === 'newest' || value === 'oldest' || value === 'first_unread') return value;
  if (!/^-?\d{1,400}$/.test(value)) throw badRequest('Invalid anchor');
  // Old clients send impossible ids for "the oldest" and "the newest".
  return Math.min(Math.max(Number(value), 0), LARGEST_ANCHOR);
});
