import { type ClientState, topicKey } from '@chat/chat-client';

const Visibility = { Muted: 1, Unmuted: 2 } as const;

/** The topic's own choice decides, else the stream. */
export function isTopicMuted(state: ClientState, streamId: number, topic: string): boolean {
  const own = state.records('user_topics').get(topicKey(streamId, topic))?.visibility_policy;
  if (own === Visibility.Muted) return true;
  return own !== Visibility.Unmuted && state.records('subscriptions').get(streamId)?.is_muted === true;
}
