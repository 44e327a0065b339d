import type { MessageView } from '@chat/chat-client';
import { useEffect, useRef } from 'react';
import { type Opening, type OpeningTarget, openingAt, openingIn } from './opening.js';

/**
 * Opens a view once: with the loaded messages if they are enough, else with the server's first response. Loaded messages are
 * shown at once, so a switch to a known conversation waits for nothing.
 */
export function useOpening(view: MessageView, target: OpeningTarget, onOpen: (opening: Opening) => void): void {
  const isOpen = useRef(false);
  const latest = useRef({ target, onOpen });
  latest.current = { target, onOpen };

  const open = (opening: Opening | null): void => {
    if (opening === null || isOpen.current) return;
    isOpen.current = true;
    latest.current.onOpen(opening);
  };
  const openRef = useRef(open);
  openRef.current = open;

  useEffect(() => {
    openRef.current(openingIn(view.snapshot(), latest.current.target));
    let isCurrent = true;
    let hasFailed = false;
    const openLoaded = () => {
      const snapshot = view.snapshot();
      openRef.current(openingAt(snapshot, snapshot.anchor, latest.current.target));
    };
    void view.open(latest.current.target.near ?? 'first_unread').then(() => {
      hasFailed = view.snapshot().state === 'failed';
      if (isCurrent && !hasFailed) openLoaded();
    });
    // The request is repeated, by the store or the reader.
    const end = view.subscribe(() => hasFailed && view.snapshot().state === 'ready' && openLoaded());
    return () => {
      isCurrent = false;
      end();
    };
  }, [view]);
}
