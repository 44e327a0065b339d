import { expect, it } from '@jest/globals';
import { clientEventsOf } from '../testing/client-events-of.js';
import { UserGroupMembersChanged } from './user-groups.events.js';

it('sends the added and removed members of a group', () => {
  const change = { groupId: 3, addedUserIds: [1], removedUserIds: [2] };

  const events = clientEventsOf(UserGroupMembersChanged, change);
  expect(events?.map((event) => event['op'])).toEqual(['add_members', 'remove_members']);
});
