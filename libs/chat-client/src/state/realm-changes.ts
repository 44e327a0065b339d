import type { WireEvent, WireState } from '../event-reader.js';
import { changeList, type Item, replaces, type StateChanges, upserted } from './state-change.js';

function setRealm(state: WireState, property: string, value: unknown): void {
  const field = `realm_${property}`;
  if (field in state) state[field] = value;
  if (property !== 'authentication_methods') return;
  const { Email = false, LDAP = false } = value as Record<string, boolean>;
  if ('realm_email_auth_enabled' in state) state['realm_email_auth_enabled'] = Email;
  if ('realm_password_auth_enabled' in state) state['realm_password_auth_enabled'] = Email || LDAP;
}

/** The values that people had in a field go with it. */
function profileFieldsChanged(state: WireState, event: WireEvent): void {
  const fields: Item[] = event['fields'];
  if ('custom_profile_fields' in state) state['custom_profile_fields'] = fields;
  const left = new Set(fields.map((field) => String(field['id'])));
  for (const name of ['realm_users', 'realm_non_active_users']) {
    changeList(state, name, (users) =>
      users.map((user) =>
        'profile_data' in user
          ? {
              ...user,
              profile_data: Object.fromEntries(Object.entries(user['profile_data']).filter(([id]) => left.has(id))),
            }
          : user,
      ),
    );
  }
}

const domain = (event: WireEvent): Item => event['realm_domain'];

export const REALM_CHANGES: StateChanges = {
  'realm.update': (state, { property, value }) => setRealm(state, property, value),
  'realm.update_dict': (state, { data }) => {
    for (const [property, value] of Object.entries(data)) setRealm(state, property, value);
  },
  'realm_user_settings_defaults.update': (state, { property, value }) => {
    const defaults = state['realm_user_settings_defaults'] as Item | undefined;
    if (defaults) defaults[property] = value;
  },
  custom_profile_fields: profileFieldsChanged,
  realm_linkifiers: replaces('realm_linkifiers', 'realm_linkifiers'),
  realm_filters: replaces('realm_filters', 'realm_filters'),
  realm_playgrounds: replaces('realm_playgrounds', 'realm_playgrounds'),
  'realm_emoji.update': replaces('realm_emoji', 'realm_emoji'),
  default_streams: replaces('realm_default_streams', 'default_streams'),
  default_stream_groups: replaces('realm_default_stream_groups', 'default_stream_groups'),
  'realm_domains.add': (state, event) =>
    changeList(state, 'realm_domains', (all) => upserted(all, domain(event), 'domain')),
  'realm_domains.change': (state, event) =>
    changeList(state, 'realm_domains', (all) => upserted(all, domain(event), 'domain')),
  'realm_domains.remove': (state, event) =>
    changeList(state, 'realm_domains', (all) => all.filter((each) => each['domain'] !== event['domain'])),
};
