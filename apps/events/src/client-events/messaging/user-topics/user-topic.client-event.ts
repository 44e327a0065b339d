import { UserTopicChanged, type UserTopicChangedPayload } from '@chat/contracts';
import type { ClientEventMapping } from '../../../fan-out/client-event-mapping.js';
import { toUser } from '../to-user.js';

/** `muted_topics` (older clients) and `user_topic`, in this order: to the user's own clients. Source: reference shapes. */
export const userTopicChangedMapping: ClientEventMapping<UserTopicChangedPayload> = {
  source: UserTopicChanged,
  audience: toUser,
  forClient: ({ userTopic, mutedTopics }) => [
    { type: 'muted_topics', muted_topics: mutedTopics },
    {
      type: 'user_topic',
      stream_id: userTopic.streamId,
      topic_name: userTopic.topic,
      last_updated: userTopic.updatedAtSeconds,
      visibility_policy: userTopic.visibilityPolicy,
    },
  ],
};
