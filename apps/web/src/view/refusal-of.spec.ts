import { UnexpectedResponse } from '@chat/chat-client';
import { describe, expect, it } from '@jest/globals';
import { type AddressTerm, inTopic, messagesThatAre, sentBy } from '../addresses/index.js';
import { refusalOf } from './refusal-of.js';

const termsOf = (address: ReturnType<typeof inTopic>): readonly AddressTerm[] =>
  address.view === 'narrow' ? address.terms : [];
const refused = (status: number, code: string) =>
  new UnexpectedResponse('GET /messages', { status, headers: {}, body: { result: 'error', code } });

describe('a view that the server does not show', () => {
  it.each([
    ['of a stream is forbidden', inTopic(7, 'logo'), 'forbidden'],
    ['of a sender has no such person', sentBy(8), 'person'],
    ['of other conditions has no meaning', messagesThatAre('strange'), 'unknown'],
  ])('%s', (_, address, expected) => {
    expect(refusalOf(refused(400, 'BAD_NARROW'), termsOf(address))).toBe(expected);
  });

  it.each([
    ['failed', refused(500, 'INTERNAL_ERROR')],
    ['was limited', refused(429, 'RATE_LIMIT_HIT')],
    ['had no network', new Error('no network')],
    ['was loaded', undefined],
  ])('is not one that %s', (_, error) => {
    expect(refusalOf(error, termsOf(inTopic(7, 'logo')))).toBeUndefined();
  });
});
