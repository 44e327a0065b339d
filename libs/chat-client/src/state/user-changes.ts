import type {
  ChangedAvatar,
  ChangedDeliveryEmail,
  ChangedEmail,
  ChangedProfile,
  ChangedProfileValue,
  ChangedRole,
  Role,
  ShownProfileValue,
  SlimPresence,
  UserStatus,
  Wire,
} from '@chat/contracts';
import type { EventFields } from './client-events.js';
import type { RecordOf } from './record-lists.js';
import { type StateChanges, union, without } from './state-change.js';
import type { StateStore } from './state-store.js';
import type { WireState } from './wire-state.js';

const USER_LISTS = ['realm_users', 'realm_non_active_users', 'cross_realm_bots'] as const;
const OWNER: (typeof Role)['Owner'] = 100;
const ADMINISTRATOR: (typeof Role)['Administrator'] = 200;
const MODERATOR: (typeof Role)['Moderator'] = 300;
const GUEST: (typeof Role)['Guest'] = 600;

type User = RecordOf<'realm_users'>;
/** The fields of any `person` in an update; most of them replace fields of the user. */
type ChangedPerson = Partial<
  Wire<ChangedRole & ChangedEmail & ChangedDeliveryEmail & ChangedProfile & ChangedAvatar>
> & { readonly user_id: number };

/** Fields that follow from a role. */
const fieldsOfRole = (role: Role): Pick<User, 'is_owner' | 'is_admin' | 'is_guest'> => ({
  is_owner: role === OWNER,
  is_admin: role === OWNER || role === ADMINISTRATOR,
  is_guest: role === GUEST,
});

function withProfileValue(user: User, { id, value, rendered_value }: Wire<ChangedProfileValue>): User {
  const { [id]: _, ...others } = user.profile_data ?? {};
  if (value === null) return { ...user, profile_data: others };
  const shown: Wire<ShownProfileValue> = rendered_value === undefined ? { value } : { value, rendered_value };
  return { ...user, profile_data: { ...others, [id]: shown } };
}

function withChange(user: User, person: ChangedPerson, isPictureComputed: boolean): User {
  const { user_id: _, new_email, custom_profile_field, avatar_source, avatar_url_medium: __, ...fields } = person;
  // With another change, the address is only for older clients.
  const { email: ___, ...changed } = fields as typeof fields & { email?: string };
  const now: User = {
    ...user,
    ...changed,
    ...(new_email !== undefined && ({ email: new_email } satisfies Partial<User>)),
    ...(person.role !== undefined && fieldsOfRole(person.role)),
  };
  const withPicture =
    isPictureComputed && avatar_source === 'G' && now.delivery_email !== null ? { ...now, avatar_url: null } : now;
  return custom_profile_field === undefined ? withPicture : withProfileValue(withPicture, custom_profile_field);
}

function changePerson(state: StateStore, person: ChangedPerson): void {
  for (const name of USER_LISTS) {
    state.update(name, person.user_id, (user) => withChange(user as User, person, state.computesPictures));
  }
  changeSelf(state, person);
}

/** Changes the fields of the state that describe the reader. */
function changeSelf(state: StateStore, person: ChangedPerson): void {
  if (state.field('user_id') !== person.user_id) return;
  const { new_email: email, role, user_id: _, ...fields } = person;
  const own = {
    ...fields,
    ...(email !== undefined && ({ email } satisfies Partial<WireState>)),
    ...(role !== undefined && { role, ...fieldsOfRole(role), is_moderator: role === MODERATOR }),
  };
  for (const [name, value] of Object.entries(own)) state.setNamed(name, value);
}

function userLeft(state: StateStore, { person }: EventFields<'realm_user.remove'>): void {
  const gone = state.remove('realm_users', person.user_id);
  if (gone) state.keep('realm_non_active_users', person.user_id, gone as RecordOf<'realm_non_active_users'>);
  // The server sends it again if the user is reactivated.
  state.remove('user_status', person.user_id);
}

function changeMembers(
  state: StateStore,
  { group_id, user_ids }: EventFields<'user_group.add_members'>,
  change: 'add' | 'delete',
): void {
  state.changePeople('realm_user_groups', group_id, 'members', (members) => members[change](user_ids));
}

const changeSubgroups = (
  state: StateStore,
  event: EventFields<'user_group.add_subgroups'>,
  change: typeof union,
): void =>
  state.update('realm_user_groups', event.group_id, ({ direct_subgroup_ids: ids }) => ({
    direct_subgroup_ids: change(ids, event.direct_subgroup_ids),
  }));

function settingChanged(state: StateStore, { property, value }: EventFields<'user_settings.update'>): void {
  const settings = state.field('user_settings');
  if (settings) state.set('user_settings', { ...settings, [property]: value });
  dropDrafts(state, property, value);
}

/** The server deletes drafts without an event if the user disables their synchronization. */
function dropDrafts(state: StateStore, setting: string, value: unknown): void {
  const synchronization: keyof NonNullable<WireState['user_settings']> = 'enable_drafts_synchronization';
  if (setting === synchronization && value === false) state.replaceAll('drafts', []);
}

function statusChanged(state: StateStore, { user_id, ...changed }: EventFields<'user_status'>): void {
  const before = state.all('user_status').get(user_id);
  const { emoji_name, emoji_code, reaction_type, status_text, away, scheduled_end_time } = { ...before, ...changed };
  const status: Wire<UserStatus> = {
    ...(emoji_name && ({ emoji_name, emoji_code, reaction_type } satisfies Wire<UserStatus>)),
    ...(away && ({ away } satisfies Wire<UserStatus>)),
    ...(status_text && ({ status_text } satisfies Wire<UserStatus>)),
    ...(scheduled_end_time && ({ scheduled_end_time } satisfies Wire<UserStatus>)),
  };
  if (Object.keys(status).length > 0) state.keep('user_status', user_id, status);
  else state.remove('user_status', user_id);
}

/** Clients with `slim_presence`; the older form has no records by user id. */
function presenceChanged(state: StateStore, { user_id, email, presence }: EventFields<'presence'>): void {
  if (email !== undefined) return;
  for (const { status, timestamp } of Object.values(presence)) {
    const before = state.all('presences').get(user_id) as Wire<SlimPresence> | undefined;
    const isActive = status === 'active' && { active_timestamp: timestamp };
    state.keep('presences', user_id, { ...before, idle_timestamp: timestamp, ...isActive });
  }
}

export const USER_CHANGES: StateChanges = {
  'realm_user.add': (state, { person }) => {
    state.remove('realm_non_active_users', person.user_id);
    state.put('realm_users', person);
  },
  'realm_user.remove': userLeft,
  'realm_user.update': (state, { person }) => changePerson(state, person),
  'user_settings.update': settingChanged,
  update_display_settings: (state, { setting_name, setting }) => {
    state.setNamed(setting_name, setting);
    dropDrafts(state, setting_name, setting);
  },
  update_global_notifications: (state, { notification_name, setting }) => state.setNamed(notification_name, setting),
  alert_words: (state, event) => state.set('alert_words', event.alert_words),
  muted_users: (state, event) => state.set('muted_users', event.muted_users),
  user_status: statusChanged,
  presence: presenceChanged,
  'user_group.add': (state, { group }) => state.put('realm_user_groups', group),
  'user_group.remove': (state, { group_id }) => void state.remove('realm_user_groups', group_id),
  'user_group.update': (state, { group_id, data }) => state.update('realm_user_groups', group_id, () => data),
  'user_group.add_members': (state, event) => changeMembers(state, event, 'add'),
  'user_group.remove_members': (state, event) => changeMembers(state, event, 'delete'),
  'user_group.add_subgroups': (state, event) => changeSubgroups(state, event, union),
  'user_group.remove_subgroups': (state, event) => changeSubgroups(state, event, without),
  'realm_bot.add': (state, { bot }) => state.put('realm_bots', bot),
  'realm_bot.update': (state, { bot }) => state.update('realm_bots', bot.user_id, () => bot),
  'realm_bot.remove': (state, { bot }) => state.update('realm_bots', bot.user_id, () => ({ is_active: false })),
  'realm_bot.delete': (state, { bot }) => void state.remove('realm_bots', bot.user_id),
};
