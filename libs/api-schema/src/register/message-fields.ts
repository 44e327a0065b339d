import { about, array, boolean, deprecated, id, integer, object, ref, string } from '../schema.js';
import { fieldsOf, type RegisterFields } from './register-field.js';

const unread = { unread_message_ids: array(id) };

export const MESSAGE_REGISTER_FIELDS: RegisterFields = {
  ...fieldsOf(['message'], { max_message_id: deprecated(integer) }),
  ...fieldsOf(['message', 'update_message_flags'], {
    unread_msgs: object({
      count: integer,
      pms: array(object({ other_user_id: id, 'sender_id?': deprecated(id), ...unread })),
      streams: array(object({ stream_id: id, topic: string, ...unread })),
      huddles: array(object({ user_ids_string: string, ...unread })),
      mentions: array(id),
      old_unreads_missing: boolean,
    }),
  }),
  ...fieldsOf(['starred_messages'], { starred_messages: array(id) }),
  ...fieldsOf(['recent_private_conversations'], {
    recent_private_conversations: array(object({ max_message_id: id, user_ids: array(id) })),
  }),
  ...fieldsOf(
    ['subscription'],
    { subscriptions: array(ref('Subscription')), unsubscribed: array(ref('Subscription')) },
    {
      without: { capability: 'notification_settings_null', schema: array(ref('SubscriptionWithoutNull')) },
    },
  ),
  ...fieldsOf(['subscription'], {
    never_subscribed: about(array(ref('StreamWithTraffic')), 'Streams that the user may know of.'),
  }),
  ...fieldsOf(['stream'], { streams: array(ref('Stream')) }),
};
