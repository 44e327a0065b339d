import { expect, it } from '@jest/globals';
import { type ConversationList, LoadedConversations, MAX_STORED_CONVERSATIONS } from './loaded-conversations.js';

const listOf = (count: number, state: ConversationList['state'] = 'ready'): ConversationList => ({
  conversations: Array.from({ length: count }, (_, n) => ({ topic: `${n}` })) as never,
  nextBefore: 7,
  state,
});

it('loaded conversations come back at the next start, within the limit', () => {
  const before = new LoadedConversations();
  let loads = 0;
  before.onLoad(() => loads++);
  before.set(false, listOf(MAX_STORED_CONVERSATIONS + 5));
  before.set(true, listOf(3, 'failed'));
  const after = new LoadedConversations();
  expect(after.get(true)).toMatchObject({ conversations: [], state: 'loading' });

  after.restore(structuredClone(before.toStored()));

  expect(loads).toBe(2);
  expect(after.get(true)).toEqual(listOf(3));
  expect(after.get(false)).toEqual({ ...listOf(MAX_STORED_CONVERSATIONS), nextBefore: null });
});

it('a list that is not loaded is not stored', () => {
  const before = new LoadedConversations();
  before.set(false, listOf(0, 'failed'));

  expect(before.toStored()).toEqual([]);
});
