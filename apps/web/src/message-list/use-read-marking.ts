import { useEffect, useMemo } from 'react';
import type { AddressTerm } from '../addresses/index.js';
import { useField, usePageClient } from '../client/index.js';
import { Attention, isWatched, markRead, marksAsRead, watchAttention } from '../read-marking/index.js';

export interface ReadMarking {
  /** The messages in sight, read or not. */
  inSight(ids: readonly number[]): void;
  /** Nothing more is marked during this visit. */
  stop(): void;
}

/** Marks the messages that the reader sees, if the view is one of those that do. The surroundings of a link's message are not. */
export function useReadMarking(terms: readonly AddressTerm[], near: number | undefined): ReadMarking {
  const page = usePageClient();
  const policy = useField('user_settings')?.web_mark_read_on_scroll_policy ?? 1;
  const marks = near === undefined && marksAsRead(terms, policy);
  const attention = useMemo(
    // After the frame, because the counts of the bars are drawn again.
    () => (marks ? new Attention((ids) => setTimeout(() => markRead(page, ids)), isWatched()) : null),
    [page, marks],
  );
  useEffect(() => (attention === null ? undefined : watchAttention(attention)), [attention]);
  return useMemo(
    () => ({
      inSight: (ids) => attention?.inSight(ids.filter((id) => page.changes.client.state.unread?.has(id) === true)),
      stop: () => attention?.stop(),
    }),
    [attention, page],
  );
}
