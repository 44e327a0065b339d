import type { ViewSnapshot } from '@chat/chat-client';
import { useLayoutEffect, useState } from 'react';
import { useClient } from '../client/index.js';
import { isWatched } from '../read-marking/index.js';
import { Visit } from './visit.js';

interface Seen {
  readonly firstUnread: number | null;
  /** The messages that arrived last. */
  readonly arrived: readonly number[];
}

const NOTHING: Seen = { firstUnread: null, arrived: [] };

/** Follows the messages that arrive while a view is open. */
export function useVisit(snapshot: ViewSnapshot, { isOpen, isAtEnd }: { isOpen: boolean; isAtEnd: boolean }) {
  const client = useClient();
  const [visit] = useState(() => new Visit());
  const [seen, setSeen] = useState(NOTHING);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const isUnread = (id: number): boolean => client.state.unread?.has(id) === true;
    const arrived = visit.arrive(snapshot, { isUnread, isWatching: isAtEnd && isWatched() });
    if (isAtEnd) visit.reachEnd(snapshot);
    if (arrived.length > 0) setSeen({ firstUnread: visit.firstUnread, arrived });
  }, [client, visit, snapshot, isOpen, isAtEnd]);

  const show = () => setSeen({ firstUnread: visit.firstUnread, arrived: [] });
  return {
    ...seen,
    countBelow: visit.countBelow(snapshot),
    open(isUnread: (id: number) => boolean): void {
      visit.open(snapshot, isUnread);
      show();
    },
    markUnreadFrom(id: number): void {
      visit.markUnreadFrom(id);
      show();
    },
  };
}
