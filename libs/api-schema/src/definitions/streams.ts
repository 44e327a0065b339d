import {
  about,
  array,
  boolean,
  deprecated,
  type Fields,
  id,
  integer,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  string,
  timestamp,
} from '../schema.js';

export const STREAM_FIELDS: Fields = {
  stream_id: id,
  name: string,
  description: about(string, 'Markdown.'),
  rendered_description: about(string, 'HTML.'),
  date_created: timestamp,
  invite_only: boolean,
  is_web_public: boolean,
  stream_post_policy: about(oneOf(1, 2, 3, 4), '1 anybody, 2 administrators, 3 full members, 4 moderators.'),
  message_retention_days: about(nullable(integer), 'Null: as the organization; -1: for ever.'),
  history_public_to_subscribers: boolean,
  first_message_id: nullable(id),
  is_announcement_only: deprecated(boolean),
  can_remove_subscribers_group_id: id,
};

/** `notification`: null only for clients that declared `notification_settings_null`; others get what null stands for. */
const subscriptionFields = (notification: JsonSchema): Fields => ({
  ...STREAM_FIELDS,
  stream_weekly_traffic: about(nullable(integer), 'Null: too new to tell.'),
  'subscribers?': about(array(id), 'Only with `include_subscribers`.'),
  desktop_notifications: notification,
  email_notifications: notification,
  push_notifications: notification,
  audible_notifications: notification,
  wildcard_mentions_notify: notification,
  pin_to_top: boolean,
  email_address: about(string, 'Its address at a mail gateway; none is part of this server.'),
  is_muted: boolean,
  in_home_view: about(deprecated(boolean), 'The negation of `is_muted`.'),
  color: string,
});

const inheritable = about(nullable(boolean), 'Null: as the user-level setting of this kind.');

export const STREAM_DEFINITIONS: Record<string, JsonSchema> = {
  StreamWithTraffic: object({
    ...STREAM_FIELDS,
    stream_weekly_traffic: nullable(integer),
    'subscribers?': array(id),
  }),
  Subscription: object(subscriptionFields(inheritable)),
  SubscriptionWithoutNull: object(subscriptionFields(boolean)),
};
