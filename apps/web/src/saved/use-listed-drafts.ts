import type { ChatClient } from '@chat/chat-client';
import { useCallback, useSyncExternalStore } from 'react';
import { useClient, useRecords } from '../client/index.js';
import { writingOf } from '../compose/index.js';
import type { ServerDraft } from '../drafts/index.js';
import { type ListedDraft, listedDrafts } from './listed-drafts.js';

/** The list of drafts, as it is now. */
export function useListedDrafts(): readonly ListedDraft[] {
  const client = useClient();
  const { drafts } = writingOf(client);
  useSyncExternalStore(drafts.subscribeAll, () => drafts.version);
  useRecords('drafts');
  return listOf(client);
}

/** The length of the list of drafts; draws again only if it changes. */
export function useDraftCount(): number {
  const client = useClient();
  const subscribe = useCallback(
    (listener: () => void) => {
      const endOfTexts = writingOf(client).drafts.subscribeAll(listener);
      const endOfCopies = client.onChange((changes) => changes.has('drafts') && listener());
      return () => {
        endOfTexts();
        endOfCopies();
      };
    },
    [client],
  );
  return useSyncExternalStore(subscribe, () => listOf(client).length);
}

function listOf(client: ChatClient): readonly ListedDraft[] {
  const { drafts } = writingOf(client);
  const onServer = client.state.records('drafts').values() as Iterable<ServerDraft>;
  return listedDrafts(drafts.all(), onServer, drafts.over());
}
