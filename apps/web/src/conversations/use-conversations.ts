import type { getConversations } from '@chat/contracts';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useClient } from '../client/index.js';
import { type ConversationList, loadedConversations } from './loaded-conversations.js';

/** The response to GET /conversations. */
export type ConversationPage = Awaited<ReturnType<typeof fetchPage>>;

export interface Conversations extends ConversationList {
  loadMore(): void;
  retry(): void;
}

/** A flood of messages loads the first page again at most this often. */
const REFRESH_MS = 1_500;
const PAGE = 60;

type Api = ReturnType<typeof useClient>['api'];

const fetchPage = (api: Api, unreadOnly: boolean, before?: number) =>
  api.get<typeof getConversations>('/conversations', {
    limit: PAGE,
    unread_only: unreadOnly,
    include_muted: !unreadOnly,
    before,
  });

/** The newest conversations. They follow new messages, read messages and moves. */
export function useConversations(unreadOnly: boolean): Conversations {
  const client = useClient();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const generation = useRef(0);

  const keep = useCallback(
    (list: ConversationList) => {
      loadedConversations.set(unreadOnly, list);
      redraw();
    },
    [unreadOnly],
  );
  const refresh = useCallback(async () => {
    const own = ++generation.current;
    try {
      const page = await fetchPage(client.api, unreadOnly);
      if (own !== generation.current) return;
      keep({ conversations: page.conversations, nextBefore: page.next_before, state: 'ready' });
    } catch {
      if (own === generation.current) keep({ ...loadedConversations.get(unreadOnly), state: 'failed' });
    }
  }, [client, unreadOnly, keep]);

  useEffect(() => {
    void refresh();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = client.onChange((changes) => {
      if (!changes.has('unread') && !changes.has('messages') && !changes.has('user_topics')) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void refresh();
      }, REFRESH_MS);
    });
    return () => {
      end();
      clearTimeout(timer);
      generation.current++;
    };
  }, [client, refresh]);

  const loaded = loadedConversations.get(unreadOnly);
  const loadMore = async () => {
    if (loaded.nextBefore === null) return;
    const own = generation.current;
    const page = await fetchPage(client.api, unreadOnly, loaded.nextBefore);
    if (own !== generation.current) return;
    keep({
      conversations: [...loaded.conversations, ...page.conversations],
      nextBefore: page.next_before,
      state: 'ready',
    });
  };
  return { ...loaded, loadMore: () => void loadMore().catch(() => undefined), retry: () => void refresh() };
}
