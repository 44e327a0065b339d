import { wantsState } from '@chat/contracts';
import type { RegisterPart } from '../register/register-part.js';
import { mutedTopics } from './user-topics.handler.js';

/** `user_topics`; and `muted_topics` for readers who asked for it without the newer one. */
export const userTopicsState: RegisterPart = async (tx, { request }) => {
  const { actor } = request;
  const wantsNew = wantsState(request, 'user_topic');
  // "Every type" has both; who names the newer one does not want the older one.
  const wantsOld = wantsState(request, 'muted_topics') && !(request.fetchEventTypes?.includes('user_topic') ?? false);
  return {
    ...(wantsOld && { muted_topics: actor ? await mutedTopics(tx, actor.userId) : [] }),
    ...(wantsNew && {
      user_topics: actor
        ? await tx.query(
            `SELECT t.stream_id, t.topic AS topic_name, floor(extract(epoch FROM t.updated_at))::bigint AS last_updated,
               t.visibility_policy
             FROM user_topics t JOIN streams s ON s.id = t.stream_id
             WHERE t.user_id = $1 AND s.archived_at IS NULL ORDER BY t.stream_id, t.topic_key`,
            [actor.userId],
          )
        : [],
    }),
  };
};
