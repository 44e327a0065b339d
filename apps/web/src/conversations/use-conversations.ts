import type { getConversations } from '@chat/contracts';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useClient } from '../client/index.js';
import type { ListedConversation } from './conversation-list.js';

/** The response to GET /conversations. */
export type ConversationPage = Awaited<ReturnType<typeof fetchPage>>;

interface Loaded {
  readonly conversations: readonly ListedConversation[];
  readonly nextBefore: number | null;
  readonly state: 'loading' | 'ready' | 'failed';
}

export interface Conversations extends Loaded {
  loadMore(): void;
  retry(): void;
}

/** A flood of messages loads the first page again at most this often. */
const REFRESH_MS = 1_500;
const PAGE = 60;
/** Shown at once when the view is opened again. */
const lastLoaded = new Map<boolean, Loaded>();
const NONE: Loaded = { conversations: [], nextBefore: null, state: 'loading' };

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
    (loaded: Loaded) => {
      lastLoaded.set(unreadOnly, loaded);
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
      if (own === generation.current) keep({ ...(lastLoaded.get(unreadOnly) ?? NONE), state: 'failed' });
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

  const loaded = lastLoaded.get(unreadOnly) ?? NONE;
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
