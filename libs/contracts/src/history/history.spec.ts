import { describe, expect, it } from '@jest/globals';
import { getMessages, matchMessages } from './history.endpoints.js';

const cost = (numBefore: number, numAfter: number, narrow: unknown[] = []) =>
  getMessages.readCost?.({
    ...{ numBefore, numAfter, narrow },
    ...{ includeAnchor: true, clientExtavatar: true, applyMarkdown: true },
  });

describe('the cost of a page', () => {
  it.each([
    ['of no messages', cost(0, 0), 1],
    ['of hundred messages', cost(50, 50), 1],
    ['of more', cost(100, 101, [['stream', 'design']]), 3],
    ['of the largest size', cost(5_000, 0), 50],
    ['of a search', cost(50, 0, [['search', 'soup']]), 10],
    ['of a search with objects', cost(200, 0, [{ operator: 'search', operand: 'soup' }]), 20],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected);
  });

  it('grows with the messages to match', () => {
    expect(matchMessages.readCost?.({ messageIds: Array(250).fill(1), narrow: [] })).toBe(3);
  });

  it('serves thirty narrows in ten seconds by far, each with four requests of up to hundred messages', () => {
    expect(30 * 4 * (cost(50, 50) ?? 0)).toBeLessThan(1_200);
  });
});
