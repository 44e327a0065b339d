import {
  AlertWordsEvent,
  BotAddEvent,
  BotDeleteEvent,
  BotRemoveEvent,
  BotUpdateEvent,
  type ChangedAvatar,
  type ChangedDeliveryEmail,
  type ChangedEmail,
  type ChangedProfile,
  type ChangedProfileValue,
  type ChangedRole,
  isAdministrator,
  isGuest,
  MutedUsersEvent,
  Role,
  type ShownProfileValue,
  UpdateDisplaySettingsEvent,
  UpdateGlobalNotificationsEvent,
  USER_UPDATE_EVENTS,
  UserAddEvent,
  UserGroupAddEvent,
  UserGroupAddMembersEvent,
  UserGroupAddSubgroupsEvent,
  UserGroupRemoveEvent,
  UserGroupRemoveMembersEvent,
  UserGroupRemoveSubgroupsEvent,
  UserGroupUpdateEvent,
  UserRemoveEvent,
  UserSettingsUpdateEvent,
  type UserStatus,
  UserStatusEvent,
  type Wire,
} from '@chat/contracts';
import {
  changeList,
  type ItemOf,
  on,
  remove,
  replace,
  type StateChange,
  setNamed,
  union,
  update,
  upsert,
  type WireState,
  without,
} from './state-change.js';

const USER_LISTS = ['realm_users', 'realm_non_active_users', 'cross_realm_bots'] as const;

type User = ItemOf<'realm_users'>;
type Group = ItemOf<'realm_user_groups'>;
/** The fields of any `person` in an update; most of them replace fields of the user. */
type ChangedPerson = Partial<
  Wire<ChangedRole & ChangedEmail & ChangedDeliveryEmail & ChangedProfile & ChangedAvatar>
> & { readonly user_id: number };

/** Fields that follow from a role. */
const fieldsOfRole = (role: Role): Pick<User, 'is_owner' | 'is_admin' | 'is_guest'> => ({
  is_owner: role === Role.Owner,
  is_admin: isAdministrator(role),
  is_guest: isGuest(role),
});

function withProfileValue(user: User, { id, value, rendered_value }: Wire<ChangedProfileValue>): User {
  const { [id]: _, ...others } = user.profile_data ?? {};
  if (value === null) return { ...user, profile_data: others };
  const shown: Wire<ShownProfileValue> = rendered_value === undefined ? { value } : { value, rendered_value };
  return { ...user, profile_data: { ...others, [id]: shown } };
}

/** Whether the client computes avatars of the external service: they are null in this state. */
const computesPictures = (state: WireState): boolean =>
  USER_LISTS.some((name) => state[name]?.some((user) => user.avatar_url === null));

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

/** Changes the fields of the state that describe the reader. */
function changeSelf(state: WireState, person: ChangedPerson): void {
  if (state.user_id !== person.user_id) return;
  const { new_email: email, role } = person;
  const own = {
    ...person,
    ...(email !== undefined && ({ email } satisfies Partial<WireState>)),
    ...(role !== undefined && { ...fieldsOfRole(role), is_moderator: role === Role.Moderator }),
  };
  Object.assign(state, Object.fromEntries(Object.entries(own).filter(([name]) => name in state)));
}

const changeGroup = (state: WireState, groupId: number, change: (group: Group) => Partial<Group>): void =>
  update(state, 'realm_user_groups', 'id', groupId, change);

const changeMembers = (
  state: WireState,
  { group_id, user_ids }: Wire<UserGroupAddMembersEvent>,
  change: typeof union,
) => changeGroup(state, group_id, ({ members }) => ({ members: change(members, user_ids) }));

const changeSubgroups = (state: WireState, event: Wire<UserGroupAddSubgroupsEvent>, change: typeof union) =>
  changeGroup(state, event.group_id, ({ direct_subgroup_ids: ids }) => ({
    direct_subgroup_ids: change(ids, event.direct_subgroup_ids),
  }));

/** The server deletes drafts without an event if the user disables their synchronization. */
function dropDrafts(state: WireState, setting: string, value: unknown): void {
  const synchronization: keyof NonNullable<WireState['user_settings']> = 'enable_drafts_synchronization';
  if (setting === synchronization && value === false) changeList(state, 'drafts', () => []);
}

function changeStatus(state: WireState, { user_id, ...changed }: Wire<UserStatusEvent>): void {
  if (!state.user_status) return;
  const { [user_id]: before, ...others } = state.user_status;
  const { emoji_name, emoji_code, reaction_type, status_text, away } = { ...before, ...changed };
  const status: Wire<UserStatus> = {
    ...(emoji_name && ({ emoji_name, emoji_code, reaction_type } satisfies Wire<UserStatus>)),
    ...(away && ({ away } satisfies Wire<UserStatus>)),
    ...(status_text && ({ status_text } satisfies Wire<UserStatus>)),
  };
  state.user_status = Object.keys(status).length > 0 ? { ...others, [user_id]: status } : others;
}

export const USER_CHANGES: readonly StateChange[] = [
  on(UserAddEvent, (state, { person }) => {
    remove(state, 'realm_non_active_users', 'user_id', person.user_id);
    upsert(state, 'realm_users', 'user_id', person);
  }),
  on(UserRemoveEvent, (state, { person }) => {
    const gone = state.realm_users?.find((user) => user.user_id === person.user_id);
    remove(state, 'realm_users', 'user_id', person.user_id);
    if (gone) upsert(state, 'realm_non_active_users', 'user_id', gone);
    if (!state.user_status) return;
    // The server sends it again if the user is reactivated.
    const { [person.user_id]: _, ...others } = state.user_status;
    state.user_status = others;
  }),
  on(USER_UPDATE_EVENTS, (state, { person }) => {
    const isPictureComputed = computesPictures(state);
    for (const name of USER_LISTS) {
      update(state, name, 'user_id', person.user_id, (user) => withChange(user, person, isPictureComputed));
    }
    changeSelf(state, person);
  }),
  on(UserSettingsUpdateEvent, (state, { property, value }) => {
    if (state.user_settings) state.user_settings = { ...state.user_settings, [property]: value };
    dropDrafts(state, property, value);
  }),
  on(UpdateDisplaySettingsEvent, (state, { setting_name, setting }) => {
    setNamed(state, setting_name, setting);
    dropDrafts(state, setting_name, setting);
  }),
  on(UpdateGlobalNotificationsEvent, (state, { notification_name, setting }) =>
    setNamed(state, notification_name, setting),
  ),
  on(AlertWordsEvent, (state, event) => replace(state, 'alert_words', event.alert_words)),
  on(MutedUsersEvent, (state, event) => replace(state, 'muted_users', event.muted_users)),
  on(UserStatusEvent, changeStatus),
  on(UserGroupAddEvent, (state, { group }) => upsert(state, 'realm_user_groups', 'id', group)),
  on(UserGroupRemoveEvent, (state, { group_id }) => remove(state, 'realm_user_groups', 'id', group_id)),
  on(UserGroupUpdateEvent, (state, { group_id, data }) => changeGroup(state, group_id, () => data)),
  on(UserGroupAddMembersEvent, (state, event) => changeMembers(state, event, union)),
  on(UserGroupRemoveMembersEvent, (state, event) => changeMembers(state, event, without)),
  on(UserGroupAddSubgroupsEvent, (state, event) => changeSubgroups(state, event, union)),
  on(UserGroupRemoveSubgroupsEvent, (state, event) => changeSubgroups(state, event, without)),
  on(BotAddEvent, (state, { bot }) => upsert(state, 'realm_bots', 'user_id', bot)),
  on(BotUpdateEvent, (state, { bot }) => update(state, 'realm_bots', 'user_id', bot.user_id, () => bot)),
  on(BotRemoveEvent, (state, { bot }) =>
    update(state, 'realm_bots', 'user_id', bot.user_id, () => ({ is_active: false })),
  ),
  on(BotDeleteEvent, (state, { bot }) => remove(state, 'realm_bots', 'user_id', bot.user_id)),
];
