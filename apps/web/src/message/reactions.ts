import type { Message } from '@chat/chat-client';

type MessageReaction = Message['reactions'][number];

/** All reactions to a message with one emoji. */
export interface ReactionGroup {
  readonly key: string;
  readonly name: string;
  readonly code: string;
  readonly type: MessageReaction['reaction_type'];
  readonly userIds: readonly number[];
  readonly isOwn: boolean;
}

/** In the order of the first reaction with each emoji. */
export function groupReactions(reactions: readonly MessageReaction[], ownUserId: number): readonly ReactionGroup[] {
  const groups = new Map<string, { first: MessageReaction; userIds: number[] }>();
  for (const reaction of reactions) {
    const key = `${reaction.reaction_type} ${reaction.emoji_code}`;
    const group = groups.get(key) ?? { first: reaction, userIds: [] };
    group.userIds.push(reaction.user_id);
    groups.set(key, group);
  }
  return [...groups].map(([key, { first, userIds }]) => ({
    key,
    name: first.emoji_name,
    code: first.emoji_code,
    type: first.reaction_type,
    userIds,
    isOwn: userIds.includes(ownUserId),
  }));
}
