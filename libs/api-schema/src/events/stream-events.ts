import { about, anyOf, array, boolean, id, integer, nothing, object, ref, string } from '../schema.js';
import { declares, doesNotDeclare, type EventDescription, event } from './event-description.js';

const value = anyOf(integer, boolean, string, nothing);

export const STREAM_EVENTS: readonly EventDescription[] = [
  {
    type: 'subscription',
    op: 'add',
    when: 'The user was subscribed to streams.',
    forms: [
      {
        name: 'With inherited notification settings',
        clients: declares('notification_settings_null'),
        fields: { subscriptions: array(ref('Subscription')) },
      },
      {
        name: 'With what the inherited settings mean',
        clients: doesNotDeclare('notification_settings_null'),
        fields: { subscriptions: array(ref('SubscriptionWithoutNull')) },
      },
    ],
  },
  event('subscription', 'remove', 'The user was unsubscribed from streams.', {
    subscriptions: array(object({ stream_id: id, name: string })),
  }),
  event('subscription', 'update', 'The user changed a property of a subscription.', {
    stream_id: id,
    property: about(string, 'As in a subscription: `color`, `is_muted`, `pin_to_top`, `push_notifications` …'),
    value,
  }),
];
