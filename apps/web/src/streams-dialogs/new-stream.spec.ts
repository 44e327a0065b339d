import { describe, expect, it } from '@jest/globals';
import { newStream } from './new-stream.js';

describe('a new stream', () => {
  const stream = { name: 'design', description: '' };

  it.each([
    ['public', false, false],
    ['private', true, false],
    ['web_public', false, true],
  ] as const)('that is %s', (access, isPrivate, isWebPublic) => {
    expect(newStream(stream, access, [7])).toEqual({
      subscriptions: [stream],
      principals: [7],
      invite_only: isPrivate,
      is_web_public: isWebPublic,
    });
  });

  it('has each person once, also one in two of the chosen groups', () => {
    expect(newStream(stream, 'public', [7, 8, 9, 8, 7]).principals).toEqual([7, 8, 9]);
  });
});
