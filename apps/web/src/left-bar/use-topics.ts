import type { ChatClient } from '@chat/chat-client';
import { useEffect, useState } from 'react';
import { useClient } from '../client/index.js';
import type { KnownTopic } from './topic-rows.js';

/** As loaded last; shown at once, and loaded again when the stream is opened. */
const loaded = new WeakMap<ChatClient, Map<number, readonly KnownTopic[]>>();
const NONE: readonly KnownTopic[] = [];

/** The topics of a stream, the newest first. */
export function useTopics(streamId: number): readonly KnownTopic[] {
  const client = useClient();
  const [, setVersion] = useState(0);
  useEffect(() => {
    const end = new AbortController();
    topicsOf(client, streamId, end.signal).then(
      (topics) => {
        const known = loaded.get(client) ?? new Map<number, readonly KnownTopic[]>();
        loaded.set(client, known.set(streamId, topics));
        if (!end.signal.aborted) setVersion((version) => version + 1);
      },
      // The topics with unread messages stay; the next opening loads the others.
      () => undefined,
    );
    return () => end.abort();
  }, [client, streamId]);
  return loaded.get(client)?.get(streamId) ?? NONE;
}

async function topicsOf(client: ChatClient, streamId: number, signal: AbortSignal): Promise<readonly KnownTopic[]> {
  const { status, body } = await client.api.call('GET', `/users/me/${streamId}/topics`, {}, signal);
  if (status !== 200) throw new Error(`Topics of stream ${streamId}: ${status}`);
  return body.topics;
}
