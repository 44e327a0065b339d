import { array, boolean, deprecated, integer, mapOf, nullable, object, string } from '../schema.js';
import { answers, type ResponseTable } from './response.js';

export const SIGN_IN_RESPONSES: ResponseTable = {
  'GET /server_settings': answers({
    authentication_methods: deprecated(mapOf(boolean)),
    external_authentication_methods: array(
      object({
        name: string,
        display_name: string,
        display_icon: nullable(string),
        login_url: string,
        signup_url: string,
      }),
    ),
    service_feature_level: integer,
    service_version: string,
    service_merge_base: string,
    push_notifications_enabled: boolean,
    is_incompatible: boolean,
    email_auth_enabled: boolean,
    require_email_format_usernames: boolean,
    'realm_uri?': string,
    'realm_name?': string,
    'realm_icon?': string,
    'realm_description?': string,
    'realm_web_public_access_enabled?': boolean,
  }),
};
