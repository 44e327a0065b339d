import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryStore } from '../testing/memory-store.js';
import { outboxStorage } from './outbox-storage.js';
import type { OutgoingMessage } from './outgoing-message.js';

const message = (localId: string, writtenAtMs: number): OutgoingMessage => ({
  ...{ localId, writtenAtMs, queueId: 'q', content: localId, state: 'waiting', pageId: `page of ${localId}` },
  destination: { type: 'direct', userIds: [7] },
});
const [first, second, third] = [message('a', 1), message('b', 2), message('c', 3)];

describe('unsent messages', () => {
  let store: MemoryStore;
  const tab = () => outboxStorage(store, 'outbox.1.');
  const stored = () => tab().load();
  beforeEach(() => {
    store = new MemoryStore();
    store.entries.set('outbox.10.x', JSON.stringify(message('of another account', 0)));
  });

  it('come back in the order of writing', () => {
    tab().save([second, first]);

    expect(stored()).toEqual([first, second]);
  });

  it('are not removed by another tab, which has sent its own', () => {
    const [one, other] = [tab(), tab()];
    one.save([first]);
    expect(other.load()).toEqual([first]);
    other.save([first, second]);
    one.save([third]);
    expect(stored()).toEqual([second, third]);
    one.save([]);

    expect(stored()).toEqual([second]);
    expect(store.entries.has('outbox.10.x')).toBe(true);
  });

  it('of one page are found, and those of others stay', () => {
    const [one, other] = [tab(), tab()];
    one.save([first]);
    other.save([second]);
    const third = tab();
    expect(third.load('page of b')).toEqual([second]);
    third.save([]);

    expect(stored()).toEqual([first]);
  });

  it('do without a storage, with a full one and with broken entries', () => {
    store.entries.set('outbox.1.y', '{');
    store.isFull = true;
    tab().save([first]);

    expect(stored()).toEqual([]);
    outboxStorage(undefined, 'outbox.1.').save([first]);
    expect(outboxStorage(undefined, 'outbox.1.').load()).toEqual([]);
  });
});
