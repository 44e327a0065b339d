import type { MessageView } from '@chat/chat-client';
import { useEffect, useRef } from 'react';
import { type Opening, type OpeningTarget, openingAt, openingIn } from './opening.js';

/**
 * Opens a view once: with the loaded messages if they are enough, else with the server's response. Loaded messages are
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
    void view.open(latest.current.target.near ?? 'first_unread').then(() => {
      const snapshot = view.snapshot();
      if (isCurrent && snapshot.state !== 'failed') {
        openRef.current(openingAt(snapshot, snapshot.anchor, latest.current.target));
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [view]);
}
