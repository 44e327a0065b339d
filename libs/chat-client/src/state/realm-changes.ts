import {
  CustomProfileFieldsEvent,
  DefaultStreamGroupsEvent,
  DefaultStreamsEvent,
  RealmDomainsAddEvent,
  RealmDomainsChangeEvent,
  RealmDomainsRemoveEvent,
  RealmEmojiUpdateEvent,
  RealmFiltersEvent,
  RealmLinkifiersEvent,
  RealmPlaygroundsEvent,
  RealmUpdateDictEvent,
  RealmUpdateEvent,
  UserSettingsDefaultsUpdateEvent,
  type Wire,
} from '@chat/contracts';
import { changeList, on, remove, replace, type StateChange, setNamed, upsert, type WireState } from './state-change.js';

type RealmDictionary = Wire<RealmUpdateDictEvent>['data'];

function setFromDictionary(state: WireState, data: RealmDictionary): void {
  for (const [property, value] of Object.entries(data)) setNamed(state, `realm_${property}`, value);
  if (data.authentication_methods === undefined) return;
  const { Email, LDAP = false } = data.authentication_methods;
  replace(state, 'realm_email_auth_enabled', Email);
  replace(state, 'realm_password_auth_enabled', Email || LDAP);
}

/** A removed field takes its values with it. */
function profileFieldsChanged(state: WireState, { fields }: Wire<CustomProfileFieldsEvent>): void {
  replace(state, 'custom_profile_fields', fields);
  const left = new Set(fields.map((field) => String(field.id)));
  for (const name of ['realm_users', 'realm_non_active_users'] as const) {
    changeList(state, name, (users) =>
      users.map((user) => {
        const { profile_data: values } = user;
        if (values === undefined) return user;
        const remaining = Object.fromEntries(Object.entries(values).filter(([id]) => left.has(id)));
        return { ...user, ...({ profile_data: remaining } satisfies Partial<typeof user>) };
      }),
    );
  }
}

export const REALM_CHANGES: readonly StateChange[] = [
  on(RealmUpdateEvent, (state, { property, value }) => setNamed(state, `realm_${property}`, value)),
  on(RealmUpdateDictEvent, (state, { data }) => setFromDictionary(state, data)),
  on(UserSettingsDefaultsUpdateEvent, (state, { property, value }) => {
    const { realm_user_settings_defaults: defaults } = state;
    if (defaults) state.realm_user_settings_defaults = { ...defaults, [property]: value };
  }),
  on(CustomProfileFieldsEvent, profileFieldsChanged),
  on(RealmLinkifiersEvent, (state, event) => replace(state, 'realm_linkifiers', event.realm_linkifiers)),
  on(RealmFiltersEvent, (state, event) => replace(state, 'realm_filters', event.realm_filters)),
  on(RealmPlaygroundsEvent, (state, event) => replace(state, 'realm_playgrounds', event.realm_playgrounds)),
  on(RealmEmojiUpdateEvent, (state, event) => replace(state, 'realm_emoji', event.realm_emoji)),
  on(DefaultStreamsEvent, (state, event) => replace(state, 'realm_default_streams', event.default_streams)),
  on(DefaultStreamGroupsEvent, (state, event) =>
    replace(state, 'realm_default_stream_groups', event.default_stream_groups),
  ),
  ...[RealmDomainsAddEvent, RealmDomainsChangeEvent].map((event) =>
    on(event, (state, { realm_domain: domain }) => upsert(state, 'realm_domains', 'domain', domain)),
  ),
  on(RealmDomainsRemoveEvent, (state, { domain }) => remove(state, 'realm_domains', 'domain', domain)),
];
