import type { ChatClient, RecordOf } from '@chat/chat-client';
import { bestMatches, folded } from '../search/match-words.js';

/** A stream that the reader sees. */
export interface VisibleStream {
  readonly stream: RecordOf<'subscriptions'> | RecordOf<'unsubscribed'> | RecordOf<'never_subscribed'>;
  readonly isSubscribed: boolean;
}

/** Streams in the dialog at the same time: others are found by the filter. */
export const MAX_SHOWN = 200;

/** The streams with matching names, best first; all by name without a filter. */
export function visibleStreams(
  { state }: Pick<ChatClient, 'state'>,
  filter: string,
  compare: (one: string, other: string) => number,
): readonly VisibleStream[] {
  const others = [...state.records('unsubscribed').values(), ...state.records('never_subscribed').values()];
  const all: VisibleStream[] = [
    ...[...state.records('subscriptions').values()].map((stream) => ({ stream, isSubscribed: true })),
    ...others.map((stream) => ({ stream, isSubscribed: false })),
  ];
  all.sort((one, other) => compare(one.stream.name, other.stream.name));
  const query = folded(filter.trim());
  return query === '' ? all : bestMatches(all, query, ({ stream }) => folded(stream.name), all.length);
}
