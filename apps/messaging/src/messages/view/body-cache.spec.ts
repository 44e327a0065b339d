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
    cache.put(body(1, 'a'), true, RUN);

    expect(cache.find(1, true, 'a', RUN)).toMatchObject({ id: 1 });
    expect(cache.find(1, true, 'b', RUN)).toBeUndefined();
    expect(cache.find(1, false, 'a', RUN)).toBeUndefined();
    expect(cache.find(2, true, 'a', RUN)).toBeUndefined();
  });

  it('belong to one run of the database server, and replace those of another run', () => {
    const cache = new BodyCache(100_000);
    cache.put(body(1, 'a'), true, RUN);
    const { bytes } = cache;

    expect(cache.find(1, true, 'a', RUN + 1)).toBeUndefined();
    cache.put(body(1, 'a'), true, RUN + 1);

    expect(cache.find(1, true, 'a', RUN)).toBeUndefined();
    expect(cache.find(1, true, 'a', RUN + 1)).toBeDefined();
    expect(cache.bytes).toBe(bytes);
  });

  it('never exceed the limit, and recently used ones stay longest', () => {
    const maxBytes = 100_000;
    const cache = new BodyCache(maxBytes);
    for (let id = 1; id < 1_000; id++) {
      cache.put(body(id, 'a', id % 2 ? 'x'.repeat(id) : 'ж'.repeat(id)), true, RUN);
      expect(cache.find(1, true, 'a', RUN)).toBeDefined();
      expect(cache.bytes).toBeLessThan(maxBytes + 3_000);
    }

    expect(cache.find(2, true, 'a', RUN)).toBeUndefined();
    expect(cache.find(999, true, 'a', RUN)).toBeDefined();
  });

  it('replace an older version of the same message', () => {
    const cache = new BodyCache(100_000);
    cache.put(body(1, 'a'), true, RUN);
    const before = cache.bytes;
    cache.put(body(1, 'b'), true, RUN);

    expect(cache.bytes).toBe(before);
    expect(cache.find(1, true, 'b', RUN)).toBeDefined();
  });
});
