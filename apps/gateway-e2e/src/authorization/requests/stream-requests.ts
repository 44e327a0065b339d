import type { World } from '../actors.js';
import { at, hasAccount, inEach, type MakeRequest, named, plain, withId } from './ask.js';

const streamGroupOf = async (world: World): Promise<number> => {
  const group_name = world.name();
  const { name } = await world.stream();
  await world.owner.client.post('/default_stream_groups/create', { group_name, description: '', stream_names: [name] });
  const { realm_default_stream_groups } = await world.owner.client.post('/register', {
    event_types: ['default_stream_groups'],
  });
  return realm_default_stream_groups.find((group: { name: string }) => group.name === group_name).id;
};

/** Streams, subscriptions, topics and default streams. */
export const STREAM_REQUESTS: Readonly<Record<string, MakeRequest>> = {
  'GET /streams': plain('/streams'),
  'GET /streams all active': plain('/streams', { include_all_active: true }),
  ...inEach('GET /streams/{stream_id}', (stream, { streams }) => at((id) => `/streams/${id}`, streams[stream])),
  ...inEach('GET /get_stream_id', (stream) => named('/get_stream_id', 'stream', stream)),
  ...inEach('GET /streams/{stream_id}/members', (stream, { streams }) =>
    at((id) => `/streams/${id}/members`, streams[stream]),
  ),
  ...inEach('GET /users/me/{stream_id}/topics', (stream, { streams }) =>
    at((id) => `/users/me/${id}/topics`, streams[stream]),
  ),
  ...inEach('PATCH /streams/{stream_id}', (stream, { streams }) =>
    at((id) => `/streams/${id}`, streams[stream], { description: `${Math.random()}` }),
  ),
  'DELETE /streams/{stream_id} open': async (world) => at((id) => `/streams/${id}`, (await world.stream()).id),
  ...inEach('POST /streams/{stream_id}/delete_topic', async (stream, world) => {
    const topic = world.name();
    await world.message(stream, topic);
    return at((id) => `/streams/${id}/delete_topic`, world.streams[stream], { topic_name: topic });
  }),
  'GET /users/me/subscriptions': plain('/users/me/subscriptions'),
  'POST /users/me/subscriptions new stream': (world) => ({
    path: '/users/me/subscriptions',
    parameters: { subscriptions: [{ name: world.name() }] },
  }),
  'POST /users/me/subscriptions public': async (world) => ({
    path: '/users/me/subscriptions',
    parameters: { subscriptions: [{ name: (await world.stream()).name }] },
  }),
  'POST /users/me/subscriptions inside': plain('/users/me/subscriptions', { subscriptions: [{ name: 'inside' }] }),
  'POST /users/me/subscriptions outside': plain('/users/me/subscriptions', { subscriptions: [{ name: 'outside' }] }),
  'POST /users/me/subscriptions others': (world) => ({
    path: '/users/me/subscriptions',
    parameters: { subscriptions: [{ name: 'open' }], principals: [world.owner.userId] },
  }),
  'PATCH /users/me/subscriptions public': async (world) => ({
    path: '/users/me/subscriptions',
    parameters: { add: [{ name: (await world.stream()).name }] },
  }),
  'DELETE /users/me/subscriptions own': async (world, actor) => {
    const { name } = await world.stream();
    const principals = [hasAccount(actor) ? actor.userId : world.owner.userId];
    await world.owner.client.post('/users/me/subscriptions', { subscriptions: [{ name }], principals });
    return named('/users/me/subscriptions', 'subscriptions', name, {}, (each) => [each]);
  },
  'DELETE /users/me/subscriptions others': async (world) =>
    named(
      '/users/me/subscriptions',
      'subscriptions',
      (await world.stream()).name,
      { principals: [world.owner.userId] },
      (each) => [each],
    ),
  'DELETE /users/me/subscriptions outside': () =>
    named('/users/me/subscriptions', 'subscriptions', 'outside', {}, (each) => [each]),
  ...inEach('POST /users/me/subscriptions/properties', (stream, { streams }) =>
    withId('/users/me/subscriptions/properties', 'subscription_data', streams[stream], {}, (id) => [
      { stream_id: id, property: 'color', value: '#ff0000' },
    ]),
  ),
  ...inEach('GET /users/{user_id}/subscriptions/{stream_id}', (stream, { streams, other }) =>
    at((id) => `/users/${other.userId}/subscriptions/${id}`, streams[stream]),
  ),
  ...inEach('PATCH /users/me/subscriptions/muted_topics', (stream, { streams }) =>
    withId('/users/me/subscriptions/muted_topics', 'stream_id', streams[stream], { topic: 'topic', op: 'add' }),
  ),
  ...inEach('POST /user_topics', (stream, { streams }) =>
    withId('/user_topics', 'stream_id', streams[stream], { topic: 'topic', visibility_policy: 1 }),
  ),
  'POST /default_streams': async (world) => withId('/default_streams', 'stream_id', (await world.stream()).id),
  'DELETE /default_streams': async (world) => {
    const { id } = await world.stream();
    await world.owner.client.post('/default_streams', { stream_id: id });
    return withId('/default_streams', 'stream_id', id);
  },
  'POST /default_stream_groups/create': async (world) => ({
    path: '/default_stream_groups/create',
    parameters: { group_name: world.name(), description: '', stream_names: [(await world.stream()).name] },
  }),
  'PATCH /default_stream_groups/{group_id}': async (world) =>
    at((id) => `/default_stream_groups/${id}`, await streamGroupOf(world), { new_description: 'new' }),
  'DELETE /default_stream_groups/{group_id}': async (world) =>
    at((id) => `/default_stream_groups/${id}`, await streamGroupOf(world)),
  'PATCH /default_stream_groups/{group_id}/streams': async (world) =>
    at((id) => `/default_stream_groups/${id}/streams`, await streamGroupOf(world), {
      op: 'add',
      stream_names: [(await world.stream()).name],
    }),
};
