import { about, array, boolean, mapOf, ref, string } from '../schema.js';
import { answers, NO_FIELDS, type ResponseTable } from './response.js';

const namesByUser = about(mapOf(array(string)), 'Names of streams by API email address.');

export const STREAM_RESPONSES: ResponseTable = {
  'GET /users/me/subscriptions': answers({ subscriptions: array(ref('Subscription')) }),
  'POST /users/me/subscriptions': answers({
    subscribed: namesByUser,
    already_subscribed: namesByUser,
    'unauthorized?': array(string),
  }),
  'PATCH /users/me/subscriptions': answers({
    subscribed: namesByUser,
    already_subscribed: namesByUser,
    not_removed: array(string),
    removed: array(string),
  }),
  'DELETE /users/me/subscriptions': answers({ removed: array(string), not_removed: array(string) }),
  'POST /users/me/subscriptions/properties': NO_FIELDS,
  'GET /users/{user_id}/subscriptions/{stream_id}': answers({ is_subscribed: boolean }),
};
