import type { ChatClient } from '@chat/chat-client';
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

/** The text goes on in another conversation, below the text that stands there. Another tab may have moved it already. */
export function moveDraft(client: ChatClient, from: Destination, to: Destination): void {
  const { drafts, syncSoon } = writingOf(client);
  const texts = [...new Set([drafts.get(to), drafts.get(from)])].filter((text) => text !== '');
  drafts.set(to, texts.join('\n'));
  drafts.set(from, '');
  syncSoon();
}
