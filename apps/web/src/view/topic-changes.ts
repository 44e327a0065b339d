import type { ChatClient } from '@chat/chat-client';

const RESOLVED = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED);

/** Renames the topic with its mark. An open view of the topic goes along, as for every move. */
export async function toggleResolved(client: ChatClient, streamId: number, topic: string): Promise<void> {
  const renamed = isResolved(topic) ? topic.replace(/^(?:✔ )+/u, '') : `${RESOLVED}${topic}`;
  const { topics } = await client.api.get(`/users/me/${streamId}/topics`);
  const newestId = topics.find(({ name }: { name: string }) => name === topic)?.max_id;
  if (newestId === undefined) return;
  await client.api.patch(`/messages/${newestId}`, {
    topic: renamed,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: true,
  });
}

const Visibility = { Inherit: 0, Muted: 1, Unmuted: 2 } as const;

/** In a muted stream an unmuted topic is an exception of its own. */
export async function setTopicMuted(
  client: ChatClient,
  streamId: number,
  topic: string,
  isMuted: boolean,
): Promise<void> {
  const isStreamMuted = client.state.records('subscriptions').get(streamId)?.is_muted === true;
  const visibility = isMuted === isStreamMuted ? Visibility.Inherit : isMuted ? Visibility.Muted : Visibility.Unmuted;
  await client.api.post('/user_topics', { stream_id: streamId, topic, visibility_policy: visibility });
}

export async function markTopicRead(client: ChatClient, streamId: number, topic: string): Promise<void> {
  await client.api.post('/mark_topic_as_read', { stream_id: streamId, topic_name: topic });
}
