import { foldName } from '@chat/text';
import type { MessageForReader, NarrowUser } from './match-narrow.js';
import type { Narrow, NarrowTerm } from './narrow.js';

/** The parts of a message that a key may need. Every reader sees them alike. */
export interface KeyedMessage {
  readonly sender: NarrowUser;
  readonly recipient:
    | Pick<MessageForReader['recipient'] & { readonly kind: 'stream' }, 'kind' | 'streamId' | 'streamName' | 'topic'>
    | { readonly kind: 'direct' };
}

const ANY_MESSAGE = '';
const DIRECT_MESSAGE = 'direct';

/**
 * The key of a narrow in a map from keys to narrows: one of its conditions. A message that matches the narrow has the key among its
 * `narrowKeysOf`, so few of many narrows need a test.
 */
export function keyOfNarrow(narrow: Narrow): string {
  const terms = narrow.filter(({ isNegated }) => !isNegated);
  const find = (...operators: NarrowTerm['operator'][]) => terms.find(({ operator }) => operators.includes(operator));
  // A topic has fewer messages than a sender, and a sender fewer than a stream.
  const term = find('topic') ?? find('sender') ?? find('stream') ?? find('dm', 'dm-including');
  return term === undefined ? ANY_MESSAGE : keyOfTerm(term);
}

/** The keys of all narrows that may match the message. */
export function narrowKeysOf({ sender, recipient }: KeyedMessage): readonly string[] {
  const keys = [ANY_MESSAGE, keyOf('sender', sender.id), keyOf('sender', sender.email)];
  if (recipient.kind === 'direct') return [...keys, DIRECT_MESSAGE];
  const { topic, streamId, streamName } = recipient;
  return [...keys, keyOf('topic', topic), keyOf('stream', streamId), keyOf('stream', streamName)];
}

function keyOfTerm(term: NarrowTerm): string {
  switch (term.operator) {
    case 'topic':
      return keyOf('topic', withoutBlankEnds(term.topic));
    case 'sender':
      return keyOf('sender', withoutBlankEnds(term.user));
    case 'stream':
      return keyOf('stream', withoutBlankEnds(term.stream));
    default:
      return DIRECT_MESSAGE;
  }
}

/** `matchesNarrow` ignores them in a narrow, and not in a message. */
const withoutBlankEnds = <Operand extends string | number>(operand: Operand) =>
  typeof operand === 'string' ? operand.trim() : operand;

/** The key of a number is that of no name. */
const keyOf = (operator: string, operand: string | number): string =>
  typeof operand === 'number' ? `${operator} ${operand}` : `${operator}:${foldName(operand)}`;
