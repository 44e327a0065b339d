import { useEffect, useSyncExternalStore } from 'react';
import { useClient, useConnection } from '../client/index.js';
import { knownSubscribers } from './known-subscribers.js';

/** Ids of the subscribers of a stream, loaded when a part of the page needs them; undefined until then. */
export function useSubscribers(streamId: number | undefined): ReadonlySet<number> | undefined {
  const known = knownSubscribers(useClient());
  const { state: connection } = useConnection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is loaded again when the network is back.
  useEffect(() => {
    if (streamId === undefined) return;
    // Without the list the page shows no people.
    const load = () => void known.load(streamId).catch(() => undefined);
    load();
    return known.subscribe(() => known.hasExpired(streamId) && load());
  }, [known, streamId, connection]);
  return useSyncExternalStore(known.subscribe, () => (streamId === undefined ? undefined : known.get(streamId)));
}
