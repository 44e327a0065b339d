import { STREAM_FIELDS } from '../definitions/streams.js';
import { about, array, boolean, id, mapOf, object, ref, string } from '../schema.js';
import { answers, NO_FIELDS, type ResponseTable } from './response.js';

const namesByUser = about(mapOf(array(string)), 'Names of streams by API email address.');

export const STREAM_RESPONSES: ResponseTable = {
  'GET /streams': answers({ streams: array(object({ ...STREAM_FIELDS, 'is_default?': boolean })) }),
  'GET /streams/{stream_id}': answers({ stream: ref('Stream') }),
  'PATCH /streams/{stream_id}': NO_FIELDS,
  'DELETE /streams/{stream_id}': NO_FIELDS,
  'GET /streams/{stream_id}/members': answers({ subscribers: array(id) }),
  'POST /streams/{stream_id}/delete_topic': { fields: {}, mayBePartial: true },
  'GET /get_stream_id': answers({ stream_id: id }),
  'GET /users/me/{stream_id}/topics': answers({ topics: array(object({ name: string, max_id: id })) }),
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
