import { expect, it } from '@jest/globals';
import type { ClientTraits, Reader } from '../client-event-mapping.js';
import { allClientEventMappings, type LoggedEvent } from '../domain-event.js';
import { UserGroupMembersChanged } from './user-groups.events.js';

it('tells who came into a group and who left it', () => {
  const change = { groupId: 3, addedUserIds: [1], removedUserIds: [2] };
  const mapping = allClientEventMappings().find(({ source }) => source.type === UserGroupMembersChanged.type);

  const events = mapping?.forClient(change, {} as Reader, {} as ClientTraits, {} as LoggedEvent, () => '');
  expect(events?.map((event) => event['op'])).toEqual(['add_members', 'remove_members']);
});
