import type { WireEvent } from '@chat/chat-client';
import { describe, expect, it } from '@jest/globals';
import type { Destination } from '../sending/index.js';
import { movedTo } from './moved-to.js';

const SOUP: Destination = { type: 'stream', streamId: 5, topic: 'Soup' };
const move = (more: object) =>
  ({
    ...{ id: 1, type: 'update_message', stream_id: 5, message_ids: [1, 2], orig_subject: 'soup' },
    ...more,
  }) as unknown as WireEvent;

describe('a topic in view', () => {
  it('is followed if all its messages in view went to another topic or stream', () => {
    expect(movedTo(move({ subject: '✔ soup' }), SOUP, [1, 2])).toEqual({ ...SOUP, topic: '✔ soup' });
    expect(movedTo(move({ new_stream_id: 6 }), SOUP, [2])).toEqual({ ...SOUP, streamId: 6, topic: 'soup' });
  });

  it('is followed if it moved as a whole, although a message in view stays', () => {
    expect(movedTo(move({ subject: 'stew', propagate_mode: 'change_all' }), SOUP, [1, 2, 3])).toEqual({
      ...SOUP,
      topic: 'stew',
    });
  });

  it('stays if a message stays, nothing is in view, or another topic moved', () => {
    expect(movedTo(move({ subject: 'stew' }), SOUP, [1, 2, 3])).toBeUndefined();
    expect(movedTo(move({ subject: 'stew' }), SOUP, [])).toBeUndefined();
    expect(movedTo(move({ subject: 'stew', orig_subject: 'bread' }), SOUP, [1])).toBeUndefined();
    expect(movedTo(move({ subject: 'stew', stream_id: 6 }), SOUP, [1])).toBeUndefined();
    expect(movedTo(move({ subject: 'stew' }), { type: 'direct', userIds: [1] }, [1])).toBeUndefined();
  });

  it('stays after an edit of its text', () => {
    expect(movedTo(move({ orig_subject: undefined, content: 'new' }), SOUP, [1, 2])).toBeUndefined();
  });
});
