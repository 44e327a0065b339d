import { useEffect, useMemo } from 'react';
import type { AddressTerm } from '../addresses/index.js';
import { useClient, useField } from '../client/index.js';
import { Attention, isWatched, marksAsRead, readBatches, watchAttention } from '../read-marking/index.js';

export interface ReadMarking {
  /** The messages in sight, read or not. */
  inSight(ids: readonly number[]): void;
  /** Nothing more is marked during this visit. */
  stop(): void;
}

/** Marks the messages that the reader sees, if the view is one of those that do. The surroundings of a link's message are not. */
export function useReadMarking(terms: readonly AddressTerm[], near: number | undefined): ReadMarking {
  const client = useClient();
  const policy = useField('user_settings')?.web_mark_read_on_scroll_policy ?? 1;
  const marks = near === undefined && marksAsRead(terms, policy);
  const attention = useMemo(
    () => (marks ? new Attention((ids) => readBatches(client).add(ids), isWatched()) : null),
    [client, marks],
  );
  useEffect(() => (attention === null ? undefined : watchAttention(attention)), [attention]);
  return useMemo(
    () => ({
      inSight: (ids) => attention?.inSight(ids.filter((id) => client.state.unread?.has(id) === true)),
      stop: () => attention?.stop(),
    }),
    [attention, client],
  );
}
