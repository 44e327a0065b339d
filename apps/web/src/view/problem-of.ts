import type { ChatClient } from '@chat/chat-client';
import { type Address, type AddressTerm, operandOf } from '../addresses/index.js';
import { streamIn } from '../names/index.js';
import { personIn } from '../people/index.js';
import type { Problem } from './problem-view.js';

/** Whether the address names something that the reader does not see. */
export function problemOf(address: Address | undefined, client: ChatClient): Problem | undefined {
  if (address === undefined) return 'unknown';
  const streamId = operandOf(address, 'stream');
  if (typeof streamId === 'number' && streamIn(client, streamId) === undefined) return 'stream';
  const people = operandOf(address, 'dm');
  if (Array.isArray(people) && people.some((id) => personIn(client.state, id) === undefined)) return 'person';
  return address.view === 'narrow' && !isNarrow(address.terms, client) ? 'unknown' : undefined;
}

/** Whether the server knows the operators and operands. */
function isNarrow(terms: readonly AddressTerm[], client: ChatClient): boolean {
  try {
    client.messages.view(terms);
    return true;
  } catch {
    return false;
  }
}
