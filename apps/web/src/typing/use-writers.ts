import type { ChatClient } from '@chat/chat-client';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useClient } from '../client/index.js';
import type { Destination } from '../sending/index.js';
import { Writers } from './writers.js';

const known = new WeakMap<ChatClient, Writers>();

function writersOf(client: ChatClient): Writers {
  let writers = known.get(client);
  if (writers === undefined) {
    const created = new Writers(() => client.state.field('user_id'));
    client.onEvent((event) => created.take(event));
    known.set(client, created);
    writers = created;
  }
  return writers;
}

/** Listens from the start of the page on, so that a conversation that is opened later knows its writers. */
export function useFollowWriters(): void {
  const client = useClient();
  useEffect(() => void writersOf(client), [client]);
}

const NOBODY: readonly number[] = [];

/** Ids of the writers in the conversation; none without a conversation. */
export function useWriters(conversation: Destination | null): readonly number[] {
  const writers = writersOf(useClient());
  return useSyncExternalStore(
    writers.subscribe,
    useCallback(() => (conversation === null ? NOBODY : writers.in(conversation)), [writers, conversation]),
  );
}
