import { expect, it } from '@jest/globals';
import { clientEventsOf } from '../testing/client-events-of.js';
import { UserStatusChanged } from './user-status.events.js';

it('tells only the parts of a status that changed', () => {
  const status = { text: 'at lunch', isAway: false, emoji: null };

  expect(clientEventsOf(UserStatusChanged, { userId: 5, status, previous: null })).toEqual([
    { type: 'user_status', user_id: 5, status_text: 'at lunch' },
  ]);
});
