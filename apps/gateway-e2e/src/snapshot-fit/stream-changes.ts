import type { Changer } from './changer.js';
import type { Changes } from './changes.js';

const streamGroup = (chance: Changer): number => chance.random.pick(chance.world.streamGroups);

export const STREAM_CHANGES: Changes = {
  'a stream is made': async (chance) => {
    const { random, world } = chance;
    const name = chance.fresh('stream');
    const made = await chance.call(chance.leader(), 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name, description: 'Where *things* are' }],
      invite_only: random.chance(),
      ...(random.chance() && { history_public_to_subscribers: true }),
      ...(random.chance() && { principals: chance.someIds() }),
      announce: random.chance(),
    });
    if (!made) return;
    const found = await chance.call(world.owner, 'GET', '/get_stream_id', { stream: name });
    if (found) world.streams.push(found.stream_id);
  },
  'a stream is renamed': (chance) =>
    chance.call(chance.leader(), 'PATCH', `/streams/${chance.stream()}`, { new_name: chance.fresh('renamed') }),
  'a stream is described': (chance) =>
    chance.call(chance.leader(), 'PATCH', `/streams/${chance.stream()}`, { description: chance.fresh('**about**') }),
  'a stream is opened or closed': (chance) =>
    chance.call(
      chance.leader(),
      'PATCH',
      `/streams/${chance.stream()}`,
      chance.random.pick([
        { is_private: true },
        { is_private: true, history_public_to_subscribers: true },
        { is_private: false },
        { is_web_public: true },
        { is_web_public: false },
      ]),
    ),
  'who may write in a stream changes': (chance) =>
    chance.call(
      chance.leader(),
      'PATCH',
      `/streams/${chance.stream()}`,
      chance.random.pick([
        { stream_post_policy: 1 },
        { stream_post_policy: 2 },
        { is_announcement_only: true },
        { is_announcement_only: false },
        { can_remove_subscribers_group_id: chance.random.pick(chance.world.systemGroups) },
      ]),
    ),
  'how long a stream keeps messages changes': (chance) =>
    chance.call(chance.world.owner, 'PATCH', `/streams/${chance.stream()}`, {
      message_retention_days: chance.random.pick([7, '"unlimited"', '"realm_default"']),
    }),
  'a stream is archived': async (chance) => {
    const { streams } = chance.world;
    const id = chance.stream();
    // Some streams stay for the other changes.
    const who = streams.length < 7 ? chance.world.guest : chance.leader();
    if (await chance.call(who, 'DELETE', `/streams/${id}`)) streams.splice(streams.indexOf(id), 1);
  },
  'somebody subscribes': async (chance) =>
    chance.call(chance.anybody(), 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: await chance.nameOf(chance.stream()) }, { name: await chance.nameOf(chance.stream()) }],
      authorization_errors_fatal: false,
    }),
  'somebody subscribes others': async (chance) =>
    chance.call(chance.anybody(), 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: await chance.nameOf(chance.stream()) }],
      principals: chance.someIds(),
    }),
  'somebody leaves': async (chance) =>
    chance.call(chance.anybody(), 'DELETE', '/users/me/subscriptions', {
      subscriptions: [await chance.nameOf(chance.stream())],
    }),
  'somebody removes others': async (chance) =>
    chance.call(chance.leader(), 'DELETE', '/users/me/subscriptions', {
      subscriptions: [await chance.nameOf(chance.stream())],
      principals: chance.someIds(),
    }),
  'somebody subscribes here and leaves there': async (chance) =>
    chance.call(chance.anybody(), 'PATCH', '/users/me/subscriptions', {
      add: [{ name: await chance.nameOf(chance.stream()), color: '#aabbcc' }],
      delete: [await chance.nameOf(chance.stream())],
    }),
  'settings of a subscription change': (chance) =>
    chance.call(chance.anybody(), 'POST', '/users/me/subscriptions/properties', {
      subscription_data: [
        chance.random.pick([
          { property: 'color', value: '#76ce90' },
          { property: 'is_muted', value: true },
          { property: 'is_muted', value: false },
          { property: 'in_home_view', value: false },
          { property: 'pin_to_top', value: true },
          { property: 'desktop_notifications', value: true },
          { property: 'push_notifications', value: false },
          { property: 'audible_notifications', value: true },
          { property: 'email_notifications', value: true },
          { property: 'wildcard_mentions_notify', value: false },
        ]),
      ].map((setting) => ({ stream_id: chance.stream(), ...setting })),
    }),
  'a topic is muted': (chance) =>
    chance.call(chance.anybody(), 'PATCH', '/users/me/subscriptions/muted_topics', {
      stream_id: chance.stream(),
      topic: chance.topic(),
      op: chance.random.pick(['add', 'remove']),
    }),
  'a topic is followed or not': (chance) =>
    chance.call(chance.anybody(), 'POST', '/user_topics', {
      stream_id: chance.stream(),
      topic: chance.topic(),
      visibility_policy: chance.random.below(4),
    }),
  'a default stream comes': (chance) =>
    chance.call(chance.leader(), 'POST', '/default_streams', { stream_id: chance.stream() }),
  'a default stream goes': (chance) =>
    chance.call(chance.leader(), 'DELETE', '/default_streams', { stream_id: chance.stream() }),
  'a group of default streams comes': async (chance) => {
    const { world } = chance;
    const group = { group_name: chance.fresh('fun'), description: 'd' };
    const stream_names = [await chance.nameOf(chance.stream())];
    await chance.call(chance.leader(), 'POST', '/default_stream_groups/create', { ...group, stream_names });
    const known = await world.owner.client.post('/register', { event_types: ['default_stream_groups'] });
    await world.owner.client.delete('/events', { queue_id: known.queue_id });
    const ids: number[] = known.realm_default_stream_groups.map(({ id }: { id: number }) => id);
    if (ids.length > 0) world.streamGroups.splice(0, world.streamGroups.length, ...ids);
  },
  'a group of default streams is renamed': (chance) =>
    chance.call(chance.leader(), 'PATCH', `/default_stream_groups/${streamGroup(chance)}`, {
      new_group_name: chance.fresh('joy'),
    }),
  'a group of default streams goes': (chance) =>
    chance.call(chance.leader(), 'DELETE', `/default_stream_groups/${streamGroup(chance)}`),
  'a group of default streams gets others': async (chance) =>
    chance.call(chance.leader(), 'PATCH', `/default_stream_groups/${streamGroup(chance)}/streams`, {
      op: chance.random.pick(['add', 'add', 'remove']),
      stream_names: [await chance.nameOf(chance.stream())],
    }),
};
