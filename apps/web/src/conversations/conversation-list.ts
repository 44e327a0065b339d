import type { ConversationPage } from './followed-conversations.js';

export type ListedConversation = ConversationPage['conversations'][number];

/** Conversations of one stream, or all direct ones (stream id null). */
export interface ConversationGroup {
  readonly streamId: number | null;
  readonly conversations: readonly ListedConversation[];
  readonly unreadCount: number;
}

/** Direct conversations first, then by stream: the group with the newest message first. */
export function groupedByStream(conversations: readonly ListedConversation[]): readonly ConversationGroup[] {
  const groups = new Map<number | null, ListedConversation[]>();
  for (const conversation of conversations) {
    const group = groups.get(conversation.stream_id) ?? [];
    group.push(conversation);
    groups.set(conversation.stream_id, group);
  }
  return [...groups]
    .sort(([one], [other]) => Number(other === null) - Number(one === null))
    .map(([streamId, own]) => ({
      streamId,
      conversations: own,
      unreadCount: own.reduce((sum, { unread_count }) => sum + unread_count, 0),
    }));
}
