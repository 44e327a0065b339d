import type { EventFields } from './client-events.js';
import type { StateChanges } from './state-change.js';
import type { StateStore } from './state-store.js';

function setFromDictionary(state: StateStore, { data }: EventFields<'realm.update_dict'>): void {
  for (const [property, value] of Object.entries(data)) state.setNamed(`realm_${property}`, value);
  if (data.authentication_methods === undefined) return;
  const { Email, LDAP = false } = data.authentication_methods;
  state.set('realm_email_auth_enabled', Email);
  state.set('realm_password_auth_enabled', Email || LDAP);
}

/** A removed field takes its values with it. */
function profileFieldsChanged(state: StateStore, { fields }: EventFields<'custom_profile_fields'>): void {
  state.set('custom_profile_fields', fields);
  const left = new Set(fields.map((field) => String(field.id)));
  for (const name of ['realm_users', 'realm_non_active_users'] as const) {
    for (const [id, { profile_data: values = {} }] of state.all(name)) {
      const remaining = Object.entries(values).filter(([field]) => left.has(field));
      if (remaining.length === Object.keys(values).length) continue;
      state.update(name, id, () => ({ profile_data: Object.fromEntries(remaining) }));
    }
  }
}

export const REALM_CHANGES: StateChanges = {
  'realm.update': (state, { property, value }) => state.setNamed(`realm_${property}`, value),
  'realm.update_dict': setFromDictionary,
  'realm_user_settings_defaults.update': (state, { property, value }) => {
    const defaults = state.field('realm_user_settings_defaults');
    if (defaults) state.set('realm_user_settings_defaults', { ...defaults, [property]: value });
  },
  custom_profile_fields: profileFieldsChanged,
  realm_linkifiers: (state, event) => state.set('realm_linkifiers', event.realm_linkifiers),
  realm_filters: (state, event) => state.set('realm_filters', event.realm_filters),
  realm_playgrounds: (state, event) => state.set('realm_playgrounds', event.realm_playgrounds),
  'realm_emoji.update': (state, event) => state.set('realm_emoji', event.realm_emoji),
  default_streams: (state, event) => state.replaceAll('realm_default_streams', event.default_streams),
  default_stream_groups: (state, event) => state.set('realm_default_stream_groups', event.default_stream_groups),
  'realm_domains.add': (state, { realm_domain }) => state.put('realm_domains', realm_domain),
  'realm_domains.change': (state, { realm_domain }) => state.put('realm_domains', realm_domain),
  'realm_domains.remove': (state, { domain }) => void state.remove('realm_domains', domain),
};
