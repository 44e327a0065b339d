import { about, array, deprecated, id, integer, object, ref } from '../schema.js';
import { fieldsOf, type RegisterFields } from './register-field.js';

export const MESSAGE_REGISTER_FIELDS: RegisterFields = {
  ...fieldsOf(['message'], { max_message_id: deprecated(integer) }),
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
};
