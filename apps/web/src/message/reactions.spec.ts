import type { Message } from '@chat/chat-client';
import { describe, expect, it } from '@jest/globals';
import { groupReactions } from './reactions.js';

const reaction = (user_id: number, emoji_name: string, emoji_code: string, reaction_type = 'unicode_emoji') =>
  ({ user_id, emoji_name, emoji_code, reaction_type }) as Message['reactions'][number];

describe('reactions to a message', () => {
  const reactions = [reaction(1, 'tada', '1f389'), reaction(2, 'eyes', '1f440'), reaction(9, 'party', '1f389')];

  it('are grouped by emoji, in the order of the first one', () => {
    expect(groupReactions(reactions, 9)).toMatchObject([
      { name: 'tada', userIds: [1, 9], isOwn: true },
      { name: 'eyes', userIds: [2], isOwn: false },
    ]);
  });

  it('an emoji of the organization with the code of a Unicode emoji is another one', () => {
    const groups = groupReactions([reaction(1, 'tada', '1f389'), reaction(1, 'tada', '1f389', 'realm_emoji')], 9);

    expect(groups.map(({ type }) => type)).toEqual(['unicode_emoji', 'realm_emoji']);
  });
});
