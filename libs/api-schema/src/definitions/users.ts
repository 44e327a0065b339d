import {
  about,
  array,
  boolean,
  dateTime,
  type Fields,
  id,
  integer,
  type JsonSchema,
  mapOf,
  nullable,
  object,
  oneOf,
  ref,
  string,
} from '../schema.js';

export const role: JsonSchema = about(
  oneOf(100, 200, 300, 400, 600),
  '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
);

const USER_FIELDS: Fields = {
  user_id: id,
  email: about(string, 'API email address.'),
  delivery_email: about(nullable(string), 'The real address, if the reader may see it.'),
  full_name: string,
  date_joined: dateTime,
  timezone: string,
  role,
  is_admin: boolean,
  is_owner: boolean,
  is_guest: boolean,
  is_billing_admin: boolean,
  is_bot: boolean,
  bot_type: about(nullable(integer), 'Null for people.'),
  'bot_owner_id?': about(nullable(id), 'Only for bots.'),
  avatar_version: integer,
  'profile_data?': about(ref('ProfileData'), 'Not for bots.'),
};

export const USER_DEFINITIONS: Record<string, JsonSchema> = {
  User: object({
    ...USER_FIELDS,
    is_active: boolean,
    avatar_url: about(nullable(string), 'Null for clients that compute it from the address (`client_extavatar`).'),
    'is_system_bot?': boolean,
  }),
  UserInEvent: object({
    ...USER_FIELDS,
    'is_active?': boolean,
    'avatar_url?': about(nullable(string), 'Absent or null for clients that compute it.'),
  }),
  UserInRegister: object({
    ...USER_FIELDS,
    'is_active?': boolean,
    'avatar_url?': about(nullable(string), 'Never left out here; with `user_avatar_url_field_optional` a server may.'),
  }),
  CrossRealmBot: object({
    ...USER_FIELDS,
    is_active: boolean,
    'avatar_url?': nullable(string),
    is_system_bot: boolean,
  }),
  ProfileData: about(mapOf(object({ value: string, 'rendered_value?': string })), 'By id of the profile field.'),
  Bot: object({
    user_id: id,
    full_name: string,
    api_key: string,
    default_sending_stream: nullable(string),
    default_events_register_stream: nullable(string),
    default_all_public_streams: boolean,
    avatar_url: string,
    owner_id: nullable(id),
    services: array({ type: 'object' }),
    email: string,
    bot_type: nullable(integer),
    is_active: boolean,
  }),
};
