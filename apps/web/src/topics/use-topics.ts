import { useEffect, useSyncExternalStore } from 'react';
import { useClient, useConnection } from '../client/index.js';
import { type KnownTopic, knownTopics } from './known-topics.js';

const NONE: readonly KnownTopic[] = [];

/** The topics of a stream, the newest first: at once as loaded last, then as the server has them. They follow moves. */
export function useTopics(streamId: number | undefined): readonly KnownTopic[] {
  const known = knownTopics(useClient());
  const { state: connection } = useConnection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is loaded again when the network is back.
  useEffect(() => {
    if (streamId === undefined) return;
    // Without the list, a topic can be typed, and those with unread messages are known.
    const load = () => void known.load(streamId).catch(() => undefined);
    load();
    return known.subscribe(() => known.hasExpired(streamId) && load());
  }, [known, streamId, connection]);
  return useSyncExternalStore(known.subscribe, () => (streamId === undefined ? NONE : known.get(streamId)));
}
