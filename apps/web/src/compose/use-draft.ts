import type { ChatClient } from '@chat/chat-client';
import { useCallback, useSyncExternalStore } from 'react';
import { useClient } from '../client/index.js';
import type { Destination } from '../sending/index.js';
import { uploadsOf } from './use-attachments.js';
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

/** The text and the files on their way to it go on in another conversation. */
export function moveText(client: ChatClient, from: Destination, to: Destination): void {
  const { drafts, syncSoon } = writingOf(client);
  drafts.move(from, to);
  uploadsOf(client).move(from, to);
  syncSoon();
}
