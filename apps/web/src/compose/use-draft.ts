import { useCallback, useSyncExternalStore } from 'react';
import { useClient } from '../client/index.js';
import type { Destination } from '../sending/index.js';
import { writingOf } from './writing.js';

/** The text of a conversation, and the function that keeps a new one at once. */
export function useDraft(destination: Destination): readonly [string, (text: string) => void] {
  const { drafts, syncSoon } = writingOf(useClient());
  const text = useSyncExternalStore(
    useCallback((listener) => drafts.subscribe(destination, listener), [drafts, destination]),
    () => drafts.get(destination),
  );
  const setText = useCallback(
    (content: string) => {
      drafts.set(destination, content);
      syncSoon();
    },
    [drafts, destination, syncSoon],
  );
  return [text, setText];
}
