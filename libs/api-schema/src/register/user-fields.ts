import { array, boolean, deprecated, id, nullable, oneOf, ref, string } from '../schema.js';
import { fieldsOf, type RegisterFields } from './register-field.js';

export const USER_REGISTER_FIELDS: RegisterFields = {
  ...fieldsOf(['realm_user'], {
    realm_users: array(ref('UserInRegister')),
    realm_non_active_users: array(ref('UserInRegister')),
    cross_realm_bots: array(ref('CrossRealmBot')),
    'user_id?': id,
    'email?': string,
    'delivery_email?': string,
    'full_name?': string,
    avatar_source: oneOf('G', 'U'),
    avatar_url: nullable(string),
    avatar_url_medium: nullable(string),
    can_create_streams: deprecated(boolean),
    can_create_public_streams: boolean,
    can_create_private_streams: boolean,
    can_create_web_public_streams: boolean,
    can_subscribe_other_users: boolean,
    can_invite_others_to_realm: boolean,
    is_admin: boolean,
    is_owner: boolean,
    is_billing_admin: boolean,
    is_moderator: boolean,
    is_guest: boolean,
  }),
  ...fieldsOf(['realm_bot'], { realm_bots: array(ref('Bot')) }),
};
