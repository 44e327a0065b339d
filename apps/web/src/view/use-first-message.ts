import type { Message } from '@chat/chat-client';
import type { AddressTerm } from '../addresses/index.js';
import { useMessage, useMessageView } from '../client/index.js';

const NO_MESSAGE = 0;

/** The first message of a conversation; undefined until it is loaded. */
export function useFirstMessage(terms: readonly AddressTerm[]): Message | undefined {
  const { ids, foundOldest } = useMessageView(terms).snapshot;
  return useMessage((foundOldest ? ids[0] : undefined) ?? NO_MESSAGE);
}
