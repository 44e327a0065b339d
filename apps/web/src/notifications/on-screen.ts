import type { ChatClient } from '@chat/chat-client';
import type { Address, AddressTerm } from '../addresses/index.js';
import { currentList } from '../message-list/index.js';
import { isWatched } from '../read-marking/index.js';

/** Whether a message that just came appears before the reader: in the open view, which follows its end, of a focused window. */
export function isOnScreen(client: ChatClient, address: Address | undefined, messageId: number): boolean {
  const terms = address && termsOf(address);
  if (terms === undefined || !isWatched() || currentList()?.isAtEnd !== true) return false;
  return client.messages.view(terms).snapshot().ids.includes(messageId);
}

/** Undefined for views without messages. */
function termsOf(address: Address): readonly AddressTerm[] | undefined {
  if (address.view === 'narrow') return address.terms;
  return address.view === 'all_messages' ? [] : undefined;
}
