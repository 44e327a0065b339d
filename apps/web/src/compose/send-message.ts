import type { ChatClient } from '@chat/chat-client';
import type { AddressTerm } from '../addresses/index.js';

export type Destination =
  | { readonly type: 'stream'; readonly to: number; readonly topic: string }
  | { readonly type: 'direct'; readonly to: readonly number[] };

/** Null if the narrow is not one conversation. */
export function destinationOf(terms: readonly AddressTerm[]): Destination | null {
  const operand = (operator: string) => terms.find((term) => term.operator === operator && !term.negated)?.operand;
  const people = operand('dm');
  if (terms.length === 1 && Array.isArray(people)) return { type: 'direct', to: people as readonly number[] };
  const [stream, topic] = [operand('stream'), operand('topic')];
  if (terms.length !== 2 || typeof stream !== 'number' || typeof topic !== 'string') return null;
  return { type: 'stream', to: stream, topic };
}

export const sendMessage = (client: ChatClient, destination: Destination, content: string): Promise<unknown> =>
  client.api.post('/messages', { ...destination, content });
