import { expect, it } from '@jest/globals';
import { clientEventsOf, TEST_READER } from '../testing/client-events-of.js';
import { UserStatusChanged } from './user-status.events.js';

it('tells only the parts of a status that changed', () => {
  const status = { text: 'at lunch', isAway: false, emoji: null };

  expect(clientEventsOf(UserStatusChanged, { userId: 5, status, previous: null })).toEqual([
    { type: 'user_status', user_id: 5, status_text: 'at lunch' },
  ]);
});

it('tells only the user the end of a status', () => {
  const previous = { text: 'at lunch', isAway: false, emoji: null };
  const status = { ...previous, endsAtSeconds: 2_000_000_000 };
  const change = { userId: 5, status, previous };

  expect(clientEventsOf(UserStatusChanged, change, TEST_READER)).toEqual([
    { type: 'user_status', user_id: 5, scheduled_end_time: 2_000_000_000 },
  ]);
  expect(clientEventsOf(UserStatusChanged, change, { ...TEST_READER, userId: 6 })).toEqual([]);
  expect(clientEventsOf(UserStatusChanged, { userId: 5, status: null, previous: status })).toEqual([
    { type: 'user_status', user_id: 5, status_text: '', scheduled_end_time: null },
  ]);
});
