import { MAX_TOPIC_LENGTH, TopicVisibility } from '@chat/contracts';
import { endpoint, id, oneOf, text } from '../http/index.js';

const topic = text({ notBlank: true, maxLength: MAX_TOPIC_LENGTH });

export const muteTopicEndpoint = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  access: 'user',
  deprecated: true,
  summary: 'Mute or unmute a topic',
  parameters: { stream_id: id().optional(), stream: text().optional(), topic, op: oneOf(['add', 'remove']) },
});

export const setUserTopicEndpoint = endpoint({
  method: 'POST',
  path: '/user_topics',
  access: 'user',
  summary: 'Mute, unmute or reset a topic',
  parameters: { stream_id: id(), topic, visibility_policy: oneOf(Object.values(TopicVisibility)) },
});
