import { maySeeStream } from '@chat/auth';
import { type Principal, type StreamFacts, wantsState } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { RegisterPart } from '../register/register-part.js';
import { mutedTopics } from './muted-topics.js';

/** `user_topics`; and `muted_topics` for readers who asked for it without the newer one. */
export const userTopicsState: RegisterPart = async (tx, { request }) => {
  const { actor } = request;
  const wantsNew = wantsState(request, 'user_topic');
  // "Every type" has both; who names the newer one does not want the older one.
  const wantsOld = wantsState(request, 'muted_topics') && !(request.fetchEventTypes?.includes('user_topic') ?? false);
  return {
    ...(wantsOld && { muted_topics: actor ? await mutedTopics(tx, actor) : [] }),
    ...(wantsNew && { user_topics: actor ? await readUserTopics(tx, actor) : [] }),
  };
};

type UserTopicRow = StreamFacts & Readonly<Record<string, unknown>> & { readonly isSubscribed: boolean };

/** Under wire names, of streams that the user sees. */
async function readUserTopics(tx: Transaction, user: Principal): Promise<object[]> {
  const rows = await tx.queryPrepared<UserTopicRow>(
    `SELECT t.stream_id, t.topic AS topic_name, floor(extract(epoch FROM t.updated_at))::bigint AS last_updated,
       t.visibility_policy, s.is_private AS "isPrivate", s.is_web_public AS "isWebPublic",
       s.is_history_public AS "isHistoryPublicToSubscribers", u.user_id IS NOT NULL AS "isSubscribed"
     FROM user_topics t JOIN streams s ON s.id = t.stream_id
     LEFT JOIN subscriptions u ON u.stream_id = s.id AND u.user_id = t.user_id AND u.is_active
     WHERE t.user_id = $1 AND s.archived_at IS NULL ORDER BY t.stream_id, t.topic_key`,
    [user.userId],
  );
  return rows
    .filter((row) => maySeeStream(user, row, row.isSubscribed))
    .map(({ isPrivate: _, isWebPublic: __, isHistoryPublicToSubscribers: ___, isSubscribed: ____, ...topic }) => topic);
}
