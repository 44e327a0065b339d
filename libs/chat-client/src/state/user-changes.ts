import type { WireEvent, WireState } from '../event-reader.js';
import { changeList, type Item, listIn, replaces, type StateChanges, upserted } from './state-change.js';

const USER_LISTS = ['realm_users', 'realm_non_active_users', 'cross_realm_bots'];
const ADMINISTRATOR = 200;

/** What follows from a role. */
const roleFacts = (role: number): Item => ({
  is_owner: role === 100,
  is_admin: role <= ADMINISTRATOR,
  is_guest: role === 600,
});

function profileChange(user: Item, { id, value, rendered_value }: Item): void {
  const data: Item = { ...user['profile_data'] };
  if (value === null) delete data[id];
  else data[id] = { value, ...(rendered_value !== undefined && { rendered_value }) };
  user['profile_data'] = data;
}

/** Whether pictures at the external service are null in this state: the client computes them from addresses that it sees. */
const computesPictures = (state: WireState): boolean =>
  USER_LISTS.some((name) => listIn(state, name)?.some((user) => user['avatar_url'] === null));

function changePerson(user: Item, person: Item, isPictureComputed: boolean): void {
  const {
    user_id: _,
    email: __,
    new_email,
    custom_profile_field,
    avatar_source,
    avatar_url_medium: ___,
    ...fields
  } = person;
  Object.assign(user, fields);
  if (isPictureComputed && avatar_source === 'G' && user['delivery_email'] !== null) user['avatar_url'] = null;
  if (new_email !== undefined) user['email'] = new_email;
  if (person['role'] !== undefined) Object.assign(user, roleFacts(person['role']));
  if (custom_profile_field !== undefined) profileChange(user, custom_profile_field);
}

/** The fields of the state that are about the reader. */
function changeSelf(state: WireState, person: Item): void {
  if (state['user_id'] !== person['user_id']) return;
  const own: Item = { ...person, ...(person['new_email'] !== undefined && { email: person['new_email'] }) };
  if (person['role'] !== undefined)
    Object.assign(own, roleFacts(person['role']), { is_moderator: person['role'] === 300 });
  for (const [name, value] of Object.entries(own)) if (name in state) state[name] = value;
}

const changeGroup = (state: WireState, event: WireEvent, change: (group: Item) => Item): void =>
  changeList(state, 'realm_user_groups', (groups) =>
    groups.map((group) => (group['id'] === event['group_id'] ? { ...group, ...change(group) } : group)),
  );

const joined = (list: number[], more: number[]): number[] => [...new Set([...list, ...more])];
const parted = (list: number[], gone: number[]): number[] => list.filter((id) => !gone.includes(id));

const setOwn = (state: WireState, name: string, value: unknown): void => {
  if (name in state) state[name] = value;
};

/** Without synchronization the server has none, of which no event tells. */
function dropDrafts(state: WireState, setting: string, value: unknown): void {
  if (setting === 'enable_drafts_synchronization' && value === false) changeList(state, 'drafts', () => []);
}

function changeStatus(state: WireState, event: WireEvent): void {
  const statuses = state['user_status'] as Record<string, Item> | undefined;
  if (!statuses) return;
  const { id: _, type: __, op: ___, user_id, ...changed } = event;
  const status: Item = { ...statuses[user_id], ...changed };
  if (status['emoji_name'] === '')
    for (const name of ['emoji_name', 'emoji_code', 'reaction_type']) delete status[name];
  if (status['status_text'] === '') delete status['status_text'];
  if (status['away'] === false) delete status['away'];
  if (Object.keys(status).length > 0) statuses[user_id] = status;
  else delete statuses[user_id];
}

export const USER_CHANGES: StateChanges = {
  'realm_user.add': (state, { person }) => {
    changeList(state, 'realm_non_active_users', (users) => users.filter((user) => user['user_id'] !== person.user_id));
    changeList(state, 'realm_users', (users) => upserted(users, person, 'user_id'));
  },
  'realm_user.remove': (state, { person }) => {
    const gone = listIn(state, 'realm_users')?.find((user) => user['user_id'] === person.user_id);
    changeList(state, 'realm_users', (users) => users.filter((user) => user !== gone));
    if (gone) changeList(state, 'realm_non_active_users', (users) => upserted(users, gone, 'user_id'));
    // Told again if they come back.
    delete (state['user_status'] as Record<string, Item> | undefined)?.[person.user_id];
  },
  'realm_user.update': (state, { person }) => {
    const isPictureComputed = computesPictures(state);
    for (const name of USER_LISTS) {
      const user = listIn(state, name)?.find((each) => each['user_id'] === person.user_id);
      if (user) changePerson(user, person, isPictureComputed);
    }
    changeSelf(state, person);
  },
  'user_settings.update': (state, { property, value }) => {
    const settings = state['user_settings'] as Item | undefined;
    if (settings) settings[property] = value;
    dropDrafts(state, property, value);
  },
  update_display_settings: (state, { setting_name, setting }) => {
    setOwn(state, setting_name, setting);
    dropDrafts(state, setting_name, setting);
  },
  update_global_notifications: (state, { notification_name, setting }) => setOwn(state, notification_name, setting),
  alert_words: replaces('alert_words', 'alert_words'),
  muted_users: replaces('muted_users', 'muted_users'),
  user_status: changeStatus,
  'user_group.add': (state, { group }) =>
    changeList(state, 'realm_user_groups', (groups) => upserted(groups, group, 'id')),
  'user_group.remove': (state, { group_id }) =>
    changeList(state, 'realm_user_groups', (groups) => groups.filter((group) => group['id'] !== group_id)),
  'user_group.update': (state, event) => changeGroup(state, event, () => event['data']),
  'user_group.add_members': (state, event) =>
    changeGroup(state, event, ({ members }) => ({ members: joined(members, event['user_ids']) })),
  'user_group.remove_members': (state, event) =>
    changeGroup(state, event, ({ members }) => ({ members: parted(members, event['user_ids']) })),
  'user_group.add_subgroups': (state, event) =>
    changeGroup(state, event, ({ direct_subgroup_ids: ids }) => ({
      direct_subgroup_ids: joined(ids, event['direct_subgroup_ids']),
    })),
  'user_group.remove_subgroups': (state, event) =>
    changeGroup(state, event, ({ direct_subgroup_ids: ids }) => ({
      direct_subgroup_ids: parted(ids, event['direct_subgroup_ids']),
    })),
  'realm_bot.add': (state, { bot }) => changeList(state, 'realm_bots', (bots) => upserted(bots, bot, 'user_id')),
  'realm_bot.update': (state, { bot }) =>
    changeList(state, 'realm_bots', (bots) =>
      bots.map((each) => (each['user_id'] === bot.user_id ? { ...each, ...bot } : each)),
    ),
  'realm_bot.remove': (state, { bot }) =>
    changeList(state, 'realm_bots', (bots) =>
      bots.map((each) => (each['user_id'] === bot.user_id ? { ...each, is_active: false } : each)),
    ),
  'realm_bot.delete': (state, { bot }) =>
    changeList(state, 'realm_bots', (bots) => bots.filter((each) => each['user_id'] !== bot.user_id)),
};
