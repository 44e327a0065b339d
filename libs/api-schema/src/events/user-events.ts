import { role } from '../definitions/users.js';
import {
  about,
  boolean,
  deprecated,
  type Fields,
  id,
  integer,
  nullable,
  object,
  oneOf,
  ref,
  string,
} from '../schema.js';
import { type EventDescription, type EventForm, event } from './event-description.js';

const person = (name: string, fields: Fields): EventForm => ({
  name,
  fields: { person: object({ user_id: id, ...fields }) },
});

export const USER_EVENTS: readonly EventDescription[] = [
  event('realm_user', 'add', 'Somebody joined, or a bot was made. To everybody.', { person: ref('UserInEvent') }),
  event('realm_user', 'remove', 'Somebody was deactivated. To everybody.', {
    person: object({ user_id: id, 'full_name?': deprecated(string) }),
  }),
  {
    type: 'realm_user',
    op: 'update',
    when: 'Something about a user changed. To everybody who may see it.',
    forms: [
      person('Full name', { full_name: string }),
      person('Avatar', {
        avatar_url: about(string, 'Also for clients that compute it from the address.'),
        avatar_source: about(oneOf('G', 'U'), 'G external service, U uploaded.'),
        avatar_url_medium: string,
        avatar_version: about(integer, 'Changes with every picture.'),
      }),
      person('Time zone', { email: deprecated(string), timezone: string }),
      person('Owner of a bot', { bot_owner_id: id }),
      person('Role', { role }),
      person('Billing role', { is_billing_admin: boolean }),
      person('Real email address', {
        delivery_email: about(nullable(string), 'Null: the reader may not see it any more.'),
      }),
      person('Custom profile field', {
        custom_profile_field: object({ id, value: nullable(string), 'rendered_value?': string }),
      }),
      person('API email address', { new_email: string }),
    ],
  },
];
