import { useClient, useRecord, useRecords } from '../client/index.js';
import { useText } from '../languages/index.js';
import { isTopicMuted } from '../unread/index.js';

interface Place {
  readonly streamId?: number | undefined;
  readonly topic?: string | undefined;
}

/** Messages of the stream or topic that notify the reader; undefined without a subscription. */
export function useNotifies({ streamId, topic }: Place): string | undefined {
  const text = useText();
  const { state } = useClient();
  useRecords('user_topics');
  const subscription = useRecord('subscriptions', streamId);
  if (subscription === undefined || streamId === undefined) return undefined;
  const isMuted = topic === undefined ? subscription.is_muted : isTopicMuted(state, streamId, topic);
  if (isMuted) return text('details.muted');
  return text(subscription.desktop_notifications ? 'details.all' : 'details.mentions');
}
