import type { ChatClient } from '@chat/chat-client';
import { folded } from './match-words.js';
import type { SearchNames } from './search-query.js';

/** Looks up names of a query among the streams and people that the reader sees. */
export function searchNamesOf({ state }: ChatClient): SearchNames {
  const streams = [
    ...state.records('subscriptions').values(),
    ...state.records('never_subscribed').values(),
    ...state.records('unsubscribed').values(),
  ];
  const people = [
    ...state.records('realm_users').values(),
    ...state.records('realm_non_active_users').values(),
    ...state.records('cross_realm_bots').values(),
  ];
  return {
    streamId: (name) => streams.find((stream) => folded(stream.name) === name)?.stream_id,
    userId: (name) =>
      name === 'me'
        ? state.field('user_id')
        : people.find(({ full_name, email }) => folded(full_name) === name || email.toLowerCase() === name)?.user_id,
  };
}
