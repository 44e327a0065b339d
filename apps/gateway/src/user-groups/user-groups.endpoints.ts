import { MAX_GROUP_CHANGES } from '@chat/contracts';
import { boolean, endpoint, id, list, text } from '../http/index.js';

const common = { access: 'user', bots: 'refused' } as const;
const words = text({ controlCharacters: 'allowed' });
const ids = list(id(), { maxItems: MAX_GROUP_CHANGES });
const changes = { add: ids.default([]), delete: ids.default([]) };
const directMembersOnly = { direct_member_only: boolean().default(false) };

export const createUserGroupEndpoint = endpoint({
  method: 'POST',
  path: '/user_groups/create',
  ...common,
  summary: 'Create a user group',
  parameters: { name: words, description: words, members: ids },
});

export const listUserGroupsEndpoint = endpoint({
  method: 'GET',
  path: '/user_groups',
  ...common,
  summary: 'List the user groups',
  parameters: {},
});

export const updateUserGroupEndpoint = endpoint({
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  ...common,
  summary: "Change a user group's name or description",
  parameters: { name: words.optional(), description: words.optional() },
});

export const deleteUserGroupEndpoint = endpoint({
  method: 'DELETE',
  path: '/user_groups/{user_group_id}',
  ...common,
  summary: 'Delete a user group',
  parameters: {},
});

export const changeMembersEndpoint = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  ...common,
  summary: 'Add and remove members of a user group',
  parameters: changes,
});

export const getMembersEndpoint = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  ...common,
  summary: 'Get the members of a user group',
  parameters: directMembersOnly,
});

export const isMemberEndpoint = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  ...common,
  summary: 'Find out whether a user is in a user group',
  parameters: directMembersOnly,
});

export const changeSubgroupsEndpoint = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  ...common,
  summary: 'Add and remove subgroups of a user group',
  parameters: changes,
});

export const getSubgroupsEndpoint = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  ...common,
  summary: 'Get the subgroups of a user group',
  parameters: { direct_subgroup_only: boolean().default(false) },
});
