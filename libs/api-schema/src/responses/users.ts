import { role } from '../definitions/users.js';
import { array, boolean, dateTime, deprecated, id, integer, nullable, ref, string } from '../schema.js';
import { answers, NO_FIELDS, type ResponseTable } from './response.js';

const user = answers({ user: ref('User') });

export const USER_RESPONSES: ResponseTable = {
  'GET /users': answers({ members: array(ref('User')) }),
  'POST /users': answers({ user_id: id }),
  'GET /users/{user_id}': user,
  'GET /users/{email}': user,
  'PATCH /users/{user_id}': NO_FIELDS,
  'DELETE /users/{user_id}': NO_FIELDS,
  'POST /users/{user_id}/reactivate': NO_FIELDS,
  'GET /users/me': answers({
    user_id: id,
    email: string,
    delivery_email: string,
    full_name: string,
    avatar_url: nullable(string),
    avatar_version: integer,
    role,
    is_admin: boolean,
    is_owner: boolean,
    is_billing_admin: boolean,
    is_guest: boolean,
    is_bot: boolean,
    is_active: boolean,
    timezone: string,
    date_joined: dateTime,
    max_message_id: deprecated(integer),
    'profile_data?': ref('ProfileData'),
  }),
  'DELETE /users/me': NO_FIELDS,
  'PATCH /users/me/profile_data': NO_FIELDS,
  'DELETE /users/me/profile_data': NO_FIELDS,
  'POST /users/me/api_key/regenerate': answers({ api_key: string }),
};
