import { UnexpectedResponse } from '@chat/chat-client';
import type { AddressTerm } from '../addresses/index.js';
import type { Problem } from './problem-view.js';

const OF_PEOPLE = new Set(['dm', 'dm-including', 'group-pm-with', 'sender']);

/**
 * Why the server does not show a narrow; undefined if it would, or did not say. The server names streams that are hidden and those that are
 * unknown alike. Here a known one comes to it only, so it is hidden.
 */
export function refusalOf(error: unknown, terms: readonly AddressTerm[]): Problem | undefined {
  if (!(error instanceof UnexpectedResponse) || error.response.body?.code !== 'BAD_NARROW') return undefined;
  if (terms.some(({ operator }) => operator === 'stream')) return 'forbidden';
  return terms.some(({ operator }) => OF_PEOPLE.has(operator)) ? 'person' : 'unknown';
}
