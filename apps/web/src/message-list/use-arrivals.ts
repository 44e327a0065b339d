import { useMemo } from 'react';
import { useClient } from '../client/index.js';
import { parseContent } from '../message/content/trusted-html.js';
import type { Arrival } from './announcements.js';

/** Senders and contents of the messages that arrived last, without the reader's own. */
export function useArrivals(ids: readonly number[]): readonly Arrival[] {
  const client = useClient();
  return useMemo(() => {
    const ownUserId = client.state.field('user_id');
    return ids
      .map((id) => client.messages.get(id))
      .filter((message) => message !== undefined && message.sender_id !== ownUserId)
      .map((message) => ({
        sender: message?.sender_full_name ?? '',
        // Read for few messages: a flood is announced by its count.
        get excerpt() {
          return parseContent(message?.content ?? '').textContent?.trim() ?? '';
        },
      }));
  }, [client, ids]);
}
