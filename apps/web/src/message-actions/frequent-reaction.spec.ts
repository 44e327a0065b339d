import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryStore } from '../testing/memory-store.js';
import { countReaction, frequentReaction, MAX_COUNTED, THUMBS_UP } from './frequent-reaction.js';

const TADA = { name: 'tada', code: '1f389', type: 'unicode_emoji' };
const OWL = { name: 'owl', code: '7', type: 'realm_emoji' };
const ALWAYS = () => true;

describe('the most frequent reaction', () => {
  let store: MemoryStore;
  beforeEach(() => {
    store = new MemoryStore();
    Object.assign(globalThis, { localStorage: store });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'localStorage');
  });
  const react = (...reactions: readonly (typeof TADA)[]) => {
    for (const emoji of reactions) countReaction(emoji);
  };

  it('is thumbs up before the first reaction, and with a storage that is full or broken', () => {
    expect(frequentReaction(ALWAYS)).toEqual(THUMBS_UP);
    store.isFull = true;
    react(TADA);
    expect(frequentReaction(ALWAYS)).toEqual(THUMBS_UP);
    store.isFull = false;
    for (const broken of ['{', '{}', '[null, 3, {"count": 2}, {"count": "x", "emoji": {}}]']) {
      store.setItem('chat.reactions', broken);
      expect(frequentReaction(ALWAYS)).toEqual(THUMBS_UP);
    }
  });

  it('is the one that was used most often, of two the later one', () => {
    react(TADA, TADA, OWL);
    expect(frequentReaction(ALWAYS)).toEqual(TADA);
    react(OWL);
    expect(frequentReaction(ALWAYS)).toEqual(OWL);
  });

  it('is another one if the emoji was removed from the organization', () => {
    react(OWL, OWL, TADA);
    expect(frequentReaction(({ type }) => type !== 'realm_emoji')).toEqual(TADA);
  });

  it('is found among a bounded number of emoji', () => {
    react(TADA, TADA);
    react(...Array.from({ length: MAX_COUNTED + 5 }, (_, n) => ({ ...OWL, code: `${n}` })));
    expect(JSON.parse(store.getItem('chat.reactions') ?? '')).toHaveLength(MAX_COUNTED);
    expect(frequentReaction(ALWAYS)).toEqual(TADA);
  });
});
