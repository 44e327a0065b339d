import { LARGEST_ANCHOR } from '@chat/contracts';
import { afterAll, describe, expect, it } from '@jest/globals';
import { explainedPrepared } from '../testing/explained-plan.js';
import { MESSAGES, startLargeHistory } from '../testing/large-history.js';
import { conversationsStatement } from './find-conversations.js';

const { messaging, reader } = await startLargeHistory();
afterAll(() => messaging.close());

/** A little more than the entries of the index that a page may walk. */
const MAX_SORTED = 20_100;

describe('the plan for any values of a page of conversations', () => {
  it.each([
    ['the newest', LARGEST_ANCHOR, 40, 2_500],
    ['from the middle on', MESSAGES / 2, 40, 1_500],
    ['a few', LARGEST_ANCHOR, 5, 300],
  ])('%s walks a bounded part of the index of places', async (_, below, limit, maxBlocks) => {
    for (const includeMuted of [true, false]) {
      const { sql, parameters } = conversationsStatement(reader, { below, limit, includeMuted });
      const plan = await explainedPrepared(messaging, sql, parameters);

      expect(plan.scansMessages).toBe(false);
      expect(plan.indexes.toSorted()).toEqual(['messages_pkey', 'messages_recipient', 'messages_topic']);
      expect(plan.sorted).toBeLessThan(MAX_SORTED);
      expect(plan.blocks).toBeLessThan(maxBlocks);
    }
  });
});
