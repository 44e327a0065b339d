import type { WireNarrow } from '@chat/chat-client';

/** The conversation to which a message goes. */
export type Destination =
  | { readonly type: 'stream'; readonly streamId: number; readonly topic: string }
  /** Without the reader, unless alone; ascending. */
  | { readonly type: 'direct'; readonly userIds: readonly number[] };

/** The conversation of a narrow; null if the narrow is not one conversation. */
export function destinationOf(terms: WireNarrow): Destination | null {
  const operand = (...operators: string[]) =>
    terms.find(({ operator, negated }) => operators.includes(operator) && !negated)?.operand;
  const people = operand('dm', 'pm-with');
  if (terms.length === 1 && Array.isArray(people)) return toPeople(people as readonly number[]);
  const [stream, topic] = [operand('stream', 'channel'), operand('topic')];
  if (terms.length !== 2 || typeof stream !== 'number' || typeof topic !== 'string') return null;
  return { type: 'stream', streamId: stream, topic };
}

export const toPeople = (userIds: readonly number[]): Destination => ({
  type: 'direct',
  userIds: [...new Set(userIds)].sort((one, other) => one - other),
});

/** Equal for the same conversation: topics are the same in any letter case. */
export const destinationKey = (destination: Destination): string =>
  destination.type === 'direct'
    ? `direct ${destination.userIds.join(',')}`
    : `stream ${destination.streamId} ${topicKey(destination.topic)}`;

/** Accents distinguish topics, unlike in a search. */
const topicKey = (topic: string): string => topic.trim().normalize('NFKC').toLowerCase();
