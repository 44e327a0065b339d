import { maySeeStream, TopicVisibility, UserTopicsRegisterFields, wantsState, writerOf } from '@chat/contracts';
import type { RegisterPart } from '../register/register-part.js';

const writeUserTopics = writerOf(UserTopicsRegisterFields);

/** `user_topics` and the older `muted_topics`, for topics of streams that the reader sees. */
export const userTopicsState: RegisterPart = async (_, { request, streams, userTopics }) => {
  const { actor } = request;
  const wantsNew = wantsState(request, 'user_topic');
  // A request for all types gets both; one that names `user_topic` does not get the older field.
  const wantsOld = wantsState(request, 'muted_topics') && !(request.fetchEventTypes?.includes('user_topic') ?? false);
  if (!wantsNew && !wantsOld) return {};
  const topics = await userTopics();
  const { realm, own } = topics.length === 0 ? { realm: undefined, own: undefined } : await streams();
  const visible = topics.flatMap((topic) => {
    const stream = realm?.byId.get(topic.streamId)?.stream;
    const isSubscribed = own?.get(topic.streamId)?.isActive === true;
    return stream && actor && maySeeStream(actor, stream, isSubscribed) ? [{ ...topic, streamName: stream.name }] : [];
  });
  const muted = visible.filter(({ visibilityPolicy }) => visibilityPolicy === TopicVisibility.Muted);
  const mutedTopics = muted.map(({ streamName, topic, updatedAtSeconds }) => [streamName, topic, updatedAtSeconds]);
  return {
    ...(wantsOld && { muted_topics: mutedTopics }),
    ...(wantsNew && writeUserTopics({ userTopics: visible })),
  };
};
