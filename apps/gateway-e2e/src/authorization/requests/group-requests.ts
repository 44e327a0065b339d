import { at, type MakeRequest, plain } from './ask.js';

export const GROUP_REQUESTS: Readonly<Record<string, MakeRequest>> = {
  'GET /user_groups': plain('/user_groups'),
  'POST /user_groups/create': (world) => ({
    path: '/user_groups/create',
    parameters: { name: world.name(), description: '', members: [] },
  }),
  'PATCH /user_groups/{user_group_id} in it': async (world, actor) =>
    at((id) => `/user_groups/${id}`, await world.group(actor.userId), { description: 'new' }),
  'PATCH /user_groups/{user_group_id} not in it': async (world) =>
    at((id) => `/user_groups/${id}`, await world.group(), { description: 'new' }),
  'DELETE /user_groups/{user_group_id} in it': async (world, actor) =>
    at((id) => `/user_groups/${id}`, await world.group(actor.userId)),
  'DELETE /user_groups/{user_group_id} not in it': async (world) =>
    at((id) => `/user_groups/${id}`, await world.group()),
  'POST /user_groups/{user_group_id}/members in it': async (world, actor) =>
    at((id) => `/user_groups/${id}/members`, await world.group(actor.userId), { add: [world.owner.userId] }),
  'POST /user_groups/{user_group_id}/members not in it': async (world) =>
    at((id) => `/user_groups/${id}/members`, await world.group(), { add: [world.owner.userId] }),
  'GET /user_groups/{user_group_id}/members': async (world) =>
    at((id) => `/user_groups/${id}/members`, await world.group()),
  'GET /user_groups/{user_group_id}/members/{user_id}': async (world) =>
    at((id) => `/user_groups/${id}/members/${world.other.userId}`, await world.group()),
  'POST /user_groups/{user_group_id}/subgroups': async (world) =>
    at((id) => `/user_groups/${id}/subgroups`, await world.group(), { add: [await world.group()] }),
  'GET /user_groups/{user_group_id}/subgroups': async (world) =>
    at((id) => `/user_groups/${id}/subgroups`, await world.group()),
};
