import type { ChatClient } from '@chat/chat-client';
import { folded } from './match-words.js';
import type { SearchNames } from './search-query.js';

/** The stream with the folded name, among those that the reader sees. */
export function streamIdOf({ state }: ChatClient, name: string): number | undefined {
  const streams = [
    ...state.records('subscriptions').values(),
    ...state.records('never_subscribed').values(),
    ...state.records('unsubscribed').values(),
  ];
  return streams.find((stream) => folded(stream.name) === name)?.stream_id;
}

/** Looks up names of a query among the streams and people that the reader sees. */
export function searchNamesOf(client: ChatClient): SearchNames {
  const { state } = client;
  const people = [
    ...state.records('realm_users').values(),
    ...state.records('realm_non_active_users').values(),
    ...state.records('cross_realm_bots').values(),
  ];
  return {
    streamId: (name) => streamIdOf(client, name),
    userId: (name) =>
      name === 'me'
        ? state.field('user_id')
        : people.find(({ full_name, email }) => folded(full_name) === name || email.toLowerCase() === name)?.user_id,
  };
}
