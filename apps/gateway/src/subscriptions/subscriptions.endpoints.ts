import {
  badRequest,
  isColor,
  MAX_PRINCIPALS,
  MAX_SETTINGS_PER_REQUEST,
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAMS_PER_SUBSCRIBE,
} from '@chat/contracts';
import { anyOf, boolean, endpoint, id, list, object, text } from '../http/index.js';
import { postPolicyParameter, retentionParameter } from './stream.parameters.js';

const words = text({ controlCharacters: 'allowed' });
const streamNames = list(words, { maxItems: MAX_STREAMS_PER_SUBSCRIBE });
const principals = anyOf([list(id(), { maxItems: MAX_PRINCIPALS }), list(words, { maxItems: MAX_PRINCIPALS })]);
const description = text({ controlCharacters: 'allowed', maxLength: MAX_STREAM_DESCRIPTION_LENGTH });
const color = text().refine((value, name) => {
  if (!isColor(value)) throw badRequest(`${name} is not a valid hex color code`);
});
const streams = list(object({ name: words, description: description.optional(), color: color.optional() }), {
  maxItems: MAX_STREAMS_PER_SUBSCRIBE,
});

export const getSubscriptionsEndpoint = endpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  access: 'user',
  summary: "List the caller's subscriptions",
  parameters: { include_subscribers: boolean().default(false) },
});

export const subscribeEndpoint = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions',
  access: 'user',
  summary: 'Subscribe oneself or others to streams, making those that do not exist',
  refusalStatuses: [403],
  timeoutMs: 30_000,
  parameters: {
    subscriptions: streams,
    principals: principals.optional(),
    authorization_errors_fatal: boolean().default(true),
    announce: boolean().default(false),
    invite_only: boolean().default(false),
    is_web_public: boolean().default(false),
    history_public_to_subscribers: boolean().optional(),
    stream_post_policy: postPolicyParameter.default(1),
    message_retention_days: retentionParameter.default('realm_default'),
    can_remove_subscribers_group_id: id().optional(),
  },
});

export const updateSubscriptionsEndpoint = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions',
  access: 'user',
  summary: 'Subscribe to some streams and unsubscribe from others',
  parameters: { delete: streamNames.default([]), add: streams.default([]) },
});

export const unsubscribeEndpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/subscriptions',
  access: 'user',
  summary: 'Unsubscribe oneself or others from streams',
  refusalStatuses: [403],
  timeoutMs: 30_000,
  parameters: { subscriptions: streamNames, principals: principals.optional() },
});

export const changeSubscriptionSettingsEndpoint = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  access: 'user',
  summary: 'Change settings of subscriptions',
  parameters: {
    subscription_data: list(object({ stream_id: id(), property: text(), value: anyOf([boolean(), text()]) }), {
      maxItems: MAX_SETTINGS_PER_REQUEST,
    }),
  },
});

export const getSubscriptionStatusEndpoint = endpoint({
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  access: 'user',
  summary: 'Tell whether a user is subscribed to a stream',
  parameters: {},
});
