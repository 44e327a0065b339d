import { useEffect, useSyncExternalStore } from 'react';
import { useConnection } from '../client/index.js';
import type { StreamLists } from './stream-lists.js';

/** The list of a stream, loaded when a part of the page needs it; undefined until then, or if it cannot be loaded. */
export function useStreamList<List>(
  lists: Pick<StreamLists<List>, 'get' | 'load' | 'hasExpired' | 'subscribe'>,
  streamId: number | undefined,
): List | undefined {
  const { state: connection } = useConnection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is loaded again when the network is back.
  useEffect(() => {
    if (streamId === undefined) return;
    const load = () => void lists.load(streamId).catch(() => undefined);
    load();
    return lists.subscribe(() => lists.hasExpired(streamId) && load());
  }, [lists, streamId, connection]);
  return useSyncExternalStore(lists.subscribe, () => (streamId === undefined ? undefined : lists.get(streamId)));
}
