import { TEST_PASSWORD, type TestUser } from '../support/organization.js';
import type { Changer } from './changer.js';
import type { Changes } from './changes.js';

const GUEST = 600;
const ROLES = [100, 200, 300, 400, GUEST];

/** First names of streams, and none. */
const STREAM_NAMES = ['', 'first 0', 'first 2', 'first 4'];
const alertWord = (chance: Changer): string => chance.random.pick(['tea', 'coffee', 'outage']);
/** Values for any field; the field refuses unsuitable ones. */
function profileValue(chance: Changer): { id: number; value: unknown } {
  const { random, world } = chance;
  const values = [chance.fresh('*some*'), 'told', '0', '2001-02-03', 'https://x.example/', [world.owner.userId]];
  return { id: random.pick(world.fields), value: random.pick(values) };
}

const makeBot = (chance: Changer, maker: TestUser) =>
  chance.call(maker, 'POST', '/bots', {
    full_name: chance.fresh('Made'),
    short_name: chance.fresh('made').replace(' ', '-'),
    bot_type: chance.random.pick([1, 2, 3]),
    payload_url: 'https://bot.example/',
  });

/** Changes by users of their own accounts, of each other and of groups. */
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
    const { passers, changeling, bot } = chance.world;
    const who = chance.random.pick([...passers, changeling, changeling, bot]);
    return chance.call(chance.leader(), 'PATCH', `/users/${who.userId}`, { role: chance.random.pick(ROLES) });
  },
  'somebody goes': (chance) =>
    chance.call(chance.leader(), 'DELETE', `/users/${chance.random.pick(chance.world.passers).userId}`),
  'somebody goes by themselves': (chance) =>
    chance.call(chance.random.pick(chance.world.passers), 'DELETE', '/users/me'),
  'somebody comes back': (chance) =>
    chance.call(chance.leader(), 'POST', `/users/${chance.random.pick(chance.world.passers).userId}/reactivate`),
  'somebody has another picture': (chance) => chance.upload(chance.anybody(), '/users/me/avatar'),
  'somebody has no picture': (chance) => chance.call(chance.anybody(), 'DELETE', '/users/me/avatar'),
  'a bot has another key': async (chance) => {
    const { keyless, organization } = chance.world;
    const renewed = await chance.call(keyless.current, 'POST', '/users/me/api_key/regenerate');
    if (!renewed) return;
    const { email } = keyless.current;
    keyless.current = { ...keyless.current, client: organization.clientFor(email, renewed.api_key) };
  },
  'a bot comes': (chance) => makeBot(chance, chance.anybody()),
  'a bot comes and goes': async (chance) => {
    const { owner } = chance.world;
    const made = await makeBot(chance, owner);
    if (made) await chance.call(owner, 'DELETE', `/bots/${made.user_id}`);
  },
  // Not of the bot that reads: its later registrations would have a narrow.
  'a bot comes with a default stream of events': async (chance) => {
    const { owner } = chance.world;
    const made = await makeBot(chance, owner);
    const change = { default_events_register_stream: chance.random.pick(STREAM_NAMES) };
    if (made) await chance.call(owner, 'PATCH', `/bots/${made.user_id}`, change);
  },
  'the bot changes': (chance) => {
    const { bot, passers } = chance.world;
    const change = chance.random.pick([
      { full_name: chance.fresh('Bot') },
      { default_sending_stream: chance.random.pick(STREAM_NAMES) },
      { default_all_public_streams: chance.random.chance() },
      { bot_owner_id: chance.random.pick(passers).userId },
      { config_data: { key: chance.fresh('value') } },
    ]);
    return chance.call(chance.leader(), 'PATCH', `/bots/${bot.userId}`, change);
  },
  'the key of a bot is replaced': async (chance) => {
    const { keyless, organization } = chance.world;
    const { userId, email } = keyless.current;
    const renewed = await chance.call(chance.leader(), 'POST', `/bots/${userId}/api_key/regenerate`);
    if (renewed) keyless.current = { ...keyless.current, client: organization.clientFor(email, renewed.api_key) };
  },
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
  'any setting changes': (chance) =>
    chance.call(chance.anybody(), 'PATCH', '/settings', chance.settings('PATCH /settings')),
  'a command changes a setting': (chance) =>
    chance.call(chance.anybody(), 'POST', '/zcommand', {
      command: chance.random.pick(['/night', '/day', '/fluid-width', '/fixed-width']),
    }),
  'any other setting changes': (chance) =>
    chance.call(chance.anybody(), 'PATCH', '/settings/display', chance.settings('PATCH /settings')),
  'any setting changes once more': (chance) =>
    chance.call(chance.anybody(), 'PATCH', '/settings/notifications', chance.settings('PATCH /settings')),
  'somebody is there, or is not': (chance) =>
    chance.call(chance.anybody(), 'POST', '/users/me/presence', {
      status: chance.random.pick(['active', 'idle']),
      ping_only: chance.random.chance(),
      new_user_input: chance.random.chance(),
    }),
  'who sees an address changes': (chance) =>
    chance.call(chance.anybody(), 'PATCH', '/settings', { email_address_visibility: 1 + chance.random.below(5) }),
  'somebody says how they are': (chance) =>
    chance.call(
      chance.anybody(),
      'POST',
      '/users/me/status',
      chance.random.pick([
        { status_text: chance.fresh('at'), emoji_name: 'house' },
        { status_text: chance.fresh('until'), scheduled_end_time: 2_000_000_000 + chance.random.below(10) },
        { scheduled_end_time: null },
        { away: chance.random.chance() },
        { status_text: '', emoji_name: '' },
      ]),
    ),
  'alert words change': (chance) =>
    chance.call(chance.anybody(), 'POST', '/users/me/alert_words', { alert_words: [alertWord(chance)] }),
  'alert words go': (chance) =>
    chance.call(chance.anybody(), 'DELETE', '/users/me/alert_words', { alert_words: [alertWord(chance)] }),
  'somebody is muted': (chance) =>
    chance.call(chance.anybody(), 'POST', `/users/me/muted_users/${chance.anybody().userId}`),
  'somebody is not muted any more': (chance) =>
    chance.call(chance.anybody(), 'DELETE', `/users/me/muted_users/${chance.anybody().userId}`),
  'values of profiles change': (chance) =>
    chance.call(chance.anybody(), 'PATCH', '/users/me/profile_data', { data: [profileValue(chance)] }),
  'values of profiles go': (chance) =>
    chance.call(chance.anybody(), 'DELETE', '/users/me/profile_data', { data: [profileValue(chance).id] }),
  'values of another’s profile change': (chance) =>
    chance.call(chance.leader(), 'PATCH', `/users/${chance.anybody().userId}`, {
      profile_data: [profileValue(chance)],
    }),
  'a group comes': async (chance) => {
    const { world } = chance;
    const group = { name: chance.fresh('group'), description: 'd', members: chance.someIds() };
    await chance.call(chance.leader(), 'POST', '/user_groups/create', group);
    const { user_groups } = await world.owner.client.get('/user_groups');
    const own = user_groups.filter(({ is_system_group }: { is_system_group: boolean }) => !is_system_group);
    if (own.length > 0) world.groups.splice(0, world.groups.length, ...own.map(({ id }: { id: number }) => id));
  },
  'a group changes': (chance) =>
    chance.call(chance.leader(), 'PATCH', `/user_groups/${chance.random.pick(chance.world.groups)}`, {
      name: chance.fresh('crew'),
      description: chance.fresh('Those of'),
    }),
  'a group goes': (chance) => {
    const { groups, guest } = chance.world;
    // Some groups stay for the other changes.
    const who = groups.length < 3 ? guest : chance.leader();
    return chance.call(who, 'DELETE', `/user_groups/${groups.at(-1)}`);
  },
  'members of a group change': async (chance) => {
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
    const change = { [random.pick(['add', 'delete'])]: [random.pick(world.groups)] };
    await chance.call(chance.leader(), 'POST', `/user_groups/${random.pick(world.groups)}/subgroups`, change);
  },
};
