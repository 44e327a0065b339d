import { describe, expect, it } from '@jest/globals';
import { BodyCache } from './body-cache.js';
import type { MessageBody } from './message-body.js';

const body = (id: number, version: string, text = 'x'): MessageBody => ({
  id,
  version,
  text,
  senderId: 1,
  streamId: 1,
  topic: '',
  scopeRecipientId: 1,
  scopeTopicKey: '',
  isReadBySender: true,
  isWildcardMention: false,
  mentionedUserIds: [],
  alertWordUserIds: [],
  participantIds: null,
  editHistory: null,
});
const RUN = 1;

describe('cached bodies', () => {
  it('are found by message, form and version only', () => {
    const cache = new BodyCache(100_000);
    cache.enter(RUN);
    cache.put(body(1, 'a'), true, RUN);

    expect(cache.find(1, true, 'a')).toMatchObject({ id: 1 });
    expect(cache.find(1, true, 'b')).toBeUndefined();
    expect(cache.find(1, false, 'a')).toBeUndefined();
    expect(cache.find(2, true, 'a')).toBeUndefined();
  });

  it('belong to one run of the database server', () => {
    const cache = new BodyCache(100_000);
    cache.enter(RUN);
    cache.put(body(1, 'a'), true, RUN);
    cache.enter(RUN + 1);
    cache.put(body(2, 'a'), true, RUN);

    expect(cache.find(1, true, 'a')).toBeUndefined();
    expect(cache.find(2, true, 'a')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it('never exceed the limit, and recently used ones stay longest', () => {
    const maxBytes = 100_000;
    const cache = new BodyCache(maxBytes);
    cache.enter(RUN);
    for (let id = 1; id < 1_000; id++) {
      cache.put(body(id, 'a', id % 2 ? 'x'.repeat(id) : 'ж'.repeat(id)), true, RUN);
      expect(cache.find(1, true, 'a')).toBeDefined();
      expect(cache.bytes).toBeLessThan(maxBytes + 3_000);
    }

    expect(cache.find(2, true, 'a')).toBeUndefined();
    expect(cache.find(999, true, 'a')).toBeDefined();
  });

  it('replace an older version of the same message', () => {
    const cache = new BodyCache(100_000);
    cache.enter(RUN);
    cache.put(body(1, 'a'), true, RUN);
    const before = cache.bytes;
    cache.put(body(1, 'b'), true, RUN);

    expect(cache.bytes).toBe(before);
    expect(cache.find(1, true, 'b')).toBeDefined();
  });
});
