import { userGroupOnWire } from '@chat/auth';
import {
  type UserGroup,
  UserGroupChanged,
  type UserGroupChangedPayload,
  UserGroupMembersChanged,
  type UserGroupMembersChangedPayload,
  UserGroupRemoved,
  type UserGroupRemovedPayload,
} from '@chat/contracts';
import type { Audience, ClientEvent, ClientEventMapping } from '../../fan-out/client-event-mapping.js';

/* `user_group`, all operations, to everybody. Source: reference shapes. */

const toRealm = (): Audience => ({ kind: 'realm' });
const groupEvent = (op: string, fields: Readonly<Record<string, unknown>>): ClientEvent => ({
  type: 'user_group',
  op,
  ...fields,
});
const without = (ids: readonly number[], others: readonly number[]): number[] =>
  ids.filter((id) => !others.includes(id));

export const userGroupChangedMapping: ClientEventMapping<UserGroupChangedPayload> = {
  source: UserGroupChanged,
  audience: toRealm,
  forClient: ({ group, previous }) => (previous === null ? [created(group)] : changed(group, previous)),
};

const created = (group: UserGroup): ClientEvent => groupEvent('add', { group: userGroupOnWire(group) });

function changed(group: UserGroup, previous: UserGroup): ClientEvent[] {
  const { groupId } = group;
  const events: ClientEvent[] = [];
  // One event per property: that is what clients of the reference server were written for.
  if (group.name !== previous.name) {
    events.push(groupEvent('update', { group_id: groupId, data: { name: group.name } }));
  }
  if (group.description !== previous.description) {
    events.push(groupEvent('update', { group_id: groupId, data: { description: group.description } }));
  }
  const added = without(group.subgroupIds, previous.subgroupIds);
  if (added.length > 0) events.push(groupEvent('add_subgroups', { group_id: groupId, direct_subgroup_ids: added }));
  const removed = without(previous.subgroupIds, group.subgroupIds);
  if (removed.length > 0) {
    events.push(groupEvent('remove_subgroups', { group_id: groupId, direct_subgroup_ids: removed }));
  }
  return events;
}

export const userGroupMembersChangedMapping: ClientEventMapping<UserGroupMembersChangedPayload> = {
  source: UserGroupMembersChanged,
  audience: toRealm,
  forClient: ({ groupId, addedUserIds, removedUserIds }) => [
    ...(addedUserIds.length > 0 ? [groupEvent('add_members', { group_id: groupId, user_ids: addedUserIds })] : []),
    ...(removedUserIds.length > 0
      ? [groupEvent('remove_members', { group_id: groupId, user_ids: removedUserIds })]
      : []),
  ],
};

export const userGroupRemovedMapping: ClientEventMapping<UserGroupRemovedPayload> = {
  source: UserGroupRemoved,
  audience: toRealm,
  forClient: ({ groupId }) => [groupEvent('remove', { group_id: groupId })],
};
