import { TEST_PASSWORD } from '../support/organization.js';
import type { Changes } from './changes.js';

const GUEST = 600;
const ROLES = [200, 300, 400, GUEST];

/** What people do about themselves, each other and their groups. */
export const PEOPLE_CHANGES: Changes = {
  'somebody joins': (chance) =>
    chance.call(chance.leader(), 'POST', '/users', {
      email: `${chance.fresh('new').replace(' ', '-')}@${chance.world.organization.host}`,
      password: TEST_PASSWORD,
      full_name: chance.fresh('New'),
    }),
  'somebody is renamed': (chance) =>
    chance.call(chance.leader(), 'PATCH', `/users/${chance.random.pick(chance.world.passers).userId}`, {
      full_name: chance.fresh('Name'),
    }),
  'somebody renames themselves': (chance) =>
    chance.call(chance.random.pick(chance.world.passers), 'PATCH', '/settings', { full_name: chance.fresh('Self') }),
  'the bot is renamed': (chance) =>
    chance.call(chance.leader(), 'PATCH', `/users/${chance.world.bot.userId}`, { full_name: chance.fresh('Bot') }),
  'somebody has another role': (chance) => {
    const { passers, changeling } = chance.world;
    const who = chance.random.pick([...passers, changeling]);
    // Who becomes a guest is not told that default streams and their groups are no longer theirs to see.
    const roles = who === changeling ? ROLES.filter((role) => role !== GUEST) : ROLES;
    return chance.call(chance.leader(), 'PATCH', `/users/${who.userId}`, { role: chance.random.pick(roles) });
  },
  'somebody goes': (chance) =>
    chance.call(chance.leader(), 'DELETE', `/users/${chance.random.pick(chance.world.passers).userId}`),
  'somebody comes back': (chance) =>
    chance.call(chance.leader(), 'POST', `/users/${chance.random.pick(chance.world.passers).userId}/reactivate`),
  'somebody has another picture': (chance) =>
    chance.random.below(3) === 0
      ? chance.call(chance.anybody(), 'DELETE', '/users/me/avatar')
      : chance.upload(chance.anybody(), '/users/me/avatar'),
  'settings change': (chance) =>
    chance.call(
      chance.anybody(),
      'PATCH',
      '/settings',
      chance.random.pick([
        { color_scheme: 1 + chance.random.below(3), dense_mode: chance.random.chance() },
        { twenty_four_hour_time: chance.random.chance(), enable_sounds: chance.random.chance() },
        { default_language: chance.random.pick(['de', 'en']) },
        { timezone: chance.random.pick(['Europe/Lisbon', 'UTC']) },
        { send_read_receipts: chance.random.chance(), presence_enabled: chance.random.chance() },
        {
          notification_sound: chance.random.pick(['ding', 'none']),
          enable_drafts_synchronization: chance.random.chance(),
        },
        { wildcard_mentions_notify: chance.random.chance(), enable_stream_push_notifications: chance.random.chance() },
      ]),
    ),
  'who sees an address changes': (chance) =>
    chance.call(chance.anybody(), 'PATCH', '/settings', { email_address_visibility: 1 + chance.random.below(5) }),
  'somebody says how they are': (chance) =>
    chance.call(
      chance.anybody(),
      'POST',
      '/users/me/status',
      chance.random.pick([
        { status_text: chance.fresh('at'), emoji_name: 'house' },
        { away: chance.random.chance() },
        { status_text: '', emoji_name: '' },
      ]),
    ),
  'alert words change': (chance) =>
    chance.call(chance.anybody(), chance.random.pick(['POST', 'POST', 'DELETE']), '/users/me/alert_words', {
      alert_words: [chance.random.pick(['tea', 'coffee', 'outage'])],
    }),
  'somebody is muted': (chance) =>
    chance.call(
      chance.anybody(),
      chance.random.pick(['POST', 'POST', 'DELETE']),
      `/users/me/muted_users/${chance.anybody().userId}`,
    ),
  'values of profiles change': async (chance) => {
    const { fields } = chance.world;
    if (fields.length === 0) return;
    const id = chance.random.pick(fields);
    const who = chance.anybody();
    if (chance.random.below(3) === 0) await chance.call(who, 'DELETE', '/users/me/profile_data', { data: [id] });
    else await chance.call(who, 'PATCH', '/users/me/profile_data', { data: [{ id, value: chance.fresh('*some*') }] });
  },
  'values of another’s profile change': async (chance) => {
    const { fields } = chance.world;
    if (fields.length === 0) return;
    const profile_data = [{ id: chance.random.pick(fields), value: chance.fresh('told') }];
    await chance.call(chance.leader(), 'PATCH', `/users/${chance.anybody().userId}`, { profile_data });
  },
  'a group comes': async (chance) => {
    const { world } = chance;
    const group = { name: chance.fresh('group'), description: 'd', members: chance.someIds() };
    await chance.call(chance.leader(), 'POST', '/user_groups/create', group);
    const { user_groups } = await world.owner.client.get('/user_groups');
    const own = user_groups.filter(({ is_system_group }: { is_system_group: boolean }) => !is_system_group);
    world.groups.splice(0, world.groups.length, ...own.map(({ id }: { id: number }) => id));
  },
  'a group changes': async (chance) => {
    if (chance.world.groups.length === 0) return;
    const path = `/user_groups/${chance.random.pick(chance.world.groups)}`;
    if (chance.random.below(4) === 0) await chance.call(chance.leader(), 'DELETE', path);
    else
      await chance.call(chance.leader(), 'PATCH', path, {
        name: chance.fresh('crew'),
        description: chance.fresh('Those of'),
      });
  },
  'members of a group change': async (chance) => {
    if (chance.world.groups.length === 0) return;
    const change = { [chance.random.pick(['add', 'delete'])]: [chance.anybody().userId] };
    await chance.call(
      chance.leader(),
      'POST',
      `/user_groups/${chance.random.pick(chance.world.groups)}/members`,
      change,
    );
  },
  'groups within a group change': async (chance) => {
    const { random, world } = chance;
    if (world.groups.length < 2) return;
    const change = { [random.pick(['add', 'delete'])]: [random.pick(world.groups)] };
    await chance.call(chance.leader(), 'POST', `/user_groups/${random.pick(world.groups)}/subgroups`, change);
  },
};
