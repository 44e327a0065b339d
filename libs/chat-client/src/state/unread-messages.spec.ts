import { expect, it } from '@jest/globals';
import { inTopic, UnreadMessages } from './unread-messages.js';

it('a conversation knows its newest unread message after arrivals and read messages', () => {
  const place = inTopic(1, 'Logo');
  const streams = [{ stream_id: 1, topic: 'Logo', unread_message_ids: [5, 3] }];
  const none = { count: 0, pms: [], huddles: [], mentions: [], old_unreads_missing: false };
  const unread = new UnreadMessages({ ...none, streams });
  const newest = () => [...unread.all()][0]?.newestId;
  expect(newest()).toBe(5);

  unread.add(9, place);
  expect(newest()).toBe(9);
  unread.drop([3]);
  expect(newest()).toBe(9);
  unread.drop([9]);
  expect(newest()).toBe(5);
});
