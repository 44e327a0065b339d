import { useEffect, useState } from 'react';
import { useClient } from '../client/index.js';
import { type KnownTopic, knownTopics } from './known-topics.js';

const NONE: readonly KnownTopic[] = [];

/** The topics of a stream, the newest first: at once as loaded last, then as the server has them. */
export function useTopics(streamId: number | undefined): readonly KnownTopic[] {
  const client = useClient();
  const [, setVersion] = useState(0);
  useEffect(() => {
    if (streamId === undefined) return;
    let isCurrent = true;
    knownTopics(client)
      .load(streamId)
      .then(
        () => isCurrent && setVersion((version) => version + 1),
        // Without the list, a topic can be typed, and those with unread messages are known.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [client, streamId]);
  return streamId === undefined ? NONE : knownTopics(client).get(streamId);
}
