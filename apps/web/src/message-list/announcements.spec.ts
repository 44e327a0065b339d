import { describe, expect, it } from '@jest/globals';
import { announce } from './announcements.js';

const arrival = (sender: string, excerpt = 'Hello') => ({ sender, excerpt });

describe('announcements of new messages', () => {
  it('few messages are read out, long ones in part', () => {
    expect(announce([arrival('Ada'), arrival('Ben', 'x'.repeat(1_000))])).toEqual([
      { kind: 'message', sender: 'Ada', excerpt: 'Hello' },
      { kind: 'message', sender: 'Ben', excerpt: 'x'.repeat(200) },
    ]);
  });

  it('a flood is summed up, each sender once', () => {
    expect(announce([arrival('Ada'), arrival('Ben'), arrival('Ada')])).toEqual([
      { kind: 'flood', count: 3, senders: ['Ada', 'Ben'] },
    ]);
  });
});
