import type { ChangedPart, ChatClient } from '@chat/chat-client';
import { foldName } from '@chat/text';
import { useCallback, useSyncExternalStore } from 'react';
import { useClient } from '../client/index.js';
import { isTopicMuted } from './muting.js';
import { countUnread, type UnreadCounts } from './unread-counts.js';

const PARTS: readonly ChangedPart[] = ['unread', 'subscriptions', 'user_topics'];

/** The counts of a client as of the last change, made when first needed. */
class CountsOfClient {
  private counts: UnreadCounts | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly client: ChatClient) {
    client.onChange((changes) => {
      if (!PARTS.some((part) => changes.has(part))) return;
      this.counts = undefined;
      for (const listener of this.listeners) listener();
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get current(): UnreadCounts {
    this.counts ??= this.count();
    return this.counts;
  }

  private count(): UnreadCounts {
    const { state } = this.client;
    const ownId = state.field('user_id') ?? 0;
    const conversations = [...(state.unread?.all() ?? [])].map(({ place, ids, newestId }) => ({
      ids,
      newestId,
      place:
        place.list === 'streams'
          ? { streamId: place.key.stream_id, topic: place.key.topic }
          : { userIds: others(place, ownId) },
    }));
    return countUnread({
      conversations,
      mentions: state.unread?.mentions ?? new Set(),
      isMuted: (streamId, topic) => isTopicMuted(state, streamId, topic),
      fold: foldName,
    });
  }
}

type DirectPlace =
  | { readonly list: 'pms'; readonly key: { readonly other_user_id: number } }
  | { readonly list: 'huddles'; readonly key: { readonly user_ids_string: string } };

const others = ({ list, key }: DirectPlace, ownId: number): readonly number[] =>
  list === 'pms'
    ? [key.other_user_id]
    : key.user_ids_string
        .split(',')
        .map(Number)
        .filter((id) => id !== ownId);

const ofClients = new WeakMap<ChatClient, CountsOfClient>();
function countsOf(client: ChatClient): CountsOfClient {
  const counts = ofClients.get(client) ?? new CountsOfClient(client);
  ofClients.set(client, counts);
  return counts;
}

/** A part of the counts. The component is drawn again only if the part is another value. */
export function useUnreadCounts<Part>(select: (counts: UnreadCounts) => Part): Part {
  const counts = countsOf(useClient());
  return useSyncExternalStore(
    counts.subscribe,
    useCallback(() => select(counts.current), [counts, select]),
  );
}

/** The counts now, outside of rendering. */
export const unreadCountsNow = (client: ChatClient): UnreadCounts => countsOf(client).current;
