import { type ChatClient, topicKey } from '@chat/chat-client';
import { useEffect, useMemo, useReducer } from 'react';
import { useClient, useRecords, useUnread } from '../client/index.js';
import type { ListedConversation } from './conversation-list.js';
import { FollowedConversations, unreadIn } from './followed-conversations.js';
import { type ConversationList, loadedConversations } from './loaded-conversations.js';

export interface Conversations extends ConversationList {
  loadMore(): void;
  retry(): void;
}

/** The newest conversations. They follow new, read, edited and moved messages. */
export function useConversations(unreadOnly: boolean): Conversations {
  const client = useClient();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const followed = useMemo(
    () => new FollowedConversations(client, unreadOnly, loadedConversations, redraw),
    [client, unreadOnly],
  );
  useEffect(() => followed.start(), [followed]);
  const { conversations, ...list } = loadedConversations.get(unreadOnly);
  useUnread((unread) => `${unread?.size} ${unread?.mentions.size}`);
  useRecords('user_topics');
  return {
    ...list,
    conversations: conversations
      .map((conversation) => asOfNow(client, conversation))
      .filter(({ unread_count }) => !unreadOnly || unread_count > 0),
    loadMore: () => void followed.loadMore(),
    retry: () => void followed.load(),
  };
}

/** With the unread messages and the muting of this moment, which other events change. */
function asOfNow(client: ChatClient, conversation: ListedConversation): ListedConversation {
  const ids = unreadIn(client, conversation);
  const mentions = client.state.unread?.mentions ?? new Set();
  const { stream_id: streamId, topic } = conversation;
  const own = streamId === null ? undefined : client.state.records('user_topics').get(topicKey(streamId, topic));
  return {
    ...conversation,
    unread_count: ids.size,
    mentioned: ids.size > 0 && [...mentions].some((id) => ids.has(id)),
    visibility_policy: own?.visibility_policy ?? 0,
  };
}
