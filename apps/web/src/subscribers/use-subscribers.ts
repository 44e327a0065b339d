import { useEffect, useSyncExternalStore } from 'react';
import { useClient } from '../client/index.js';
import { knownSubscribers } from './known-subscribers.js';

/** Ids of the subscribers of a stream, loaded when a part of the page needs them; undefined until then. */
export function useSubscribers(streamId: number | undefined): ReadonlySet<number> | undefined {
  const known = knownSubscribers(useClient());
  useEffect(() => {
    // Without the list the page shows no people.
    if (streamId !== undefined) void known.load(streamId).catch(() => undefined);
  }, [known, streamId]);
  return useSyncExternalStore(known.subscribe, () => (streamId === undefined ? undefined : known.get(streamId)));
}
