import { about, anyOf, array, boolean, id, integer, nothing, object, ref, string } from '../schema.js';
import { declares, doesNotDeclare, type EventDescription, event } from './event-description.js';

const value = anyOf(integer, boolean, string, nothing);
const peers = { stream_ids: array(id), user_ids: array(id) };

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
  event('subscription', 'peer_add', 'Others were subscribed to streams that the user can see.', peers),
  event('subscription', 'peer_remove', 'Others were unsubscribed from streams that the user can see.', peers),
  event('stream', 'create', 'Streams came into being that the user may know of, or became visible to the user.', {
    streams: array(ref('Stream')),
  }),
  event(
    'stream',
    'delete',
    'Streams were archived, or may no longer be seen by the user. What the user wished for their topics goes with them.',
    {
      streams: array(ref('Stream')),
    },
  ),
  event('stream', 'update', 'A property of a stream changed. To whoever may know of the stream.', {
    stream_id: id,
    name: about(string, 'Before the change.'),
    property: about(string, '`name`, `description`, `invite_only`, `stream_post_policy`, `message_retention_days` …'),
    value,
    'rendered_description?': about(string, 'With `description`.'),
    'history_public_to_subscribers?': about(boolean, 'With `invite_only`.'),
    'is_web_public?': about(boolean, 'With `invite_only`.'),
  }),
];
