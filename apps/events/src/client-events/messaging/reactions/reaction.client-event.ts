import { ReactionAdded, type ReactionChangedPayload, ReactionRemoved } from '@chat/contracts';
import type { ClientEvent, ClientEventMapping } from '../../../fan-out/client-event-mapping.js';
import { toAudience } from '../to-user.js';

/** `reaction`: to those who can see the message. Source: reference shapes. */
export const reactionAddedMapping: ClientEventMapping<ReactionChangedPayload> = {
  source: ReactionAdded,
  audience: ({ audience }) => toAudience(audience),
  forClient: (payload) => [reactionEvent('add', payload)],
};

export const reactionRemovedMapping: ClientEventMapping<ReactionChangedPayload> = {
  source: ReactionRemoved,
  audience: ({ audience }) => toAudience(audience),
  forClient: (payload) => [reactionEvent('remove', payload)],
};

const reactionEvent = (op: 'add' | 'remove', { messageId, reaction, user }: ReactionChangedPayload): ClientEvent => ({
  type: 'reaction',
  op,
  message_id: messageId,
  user_id: reaction.userId,
  emoji_name: reaction.emojiName,
  emoji_code: reaction.emojiCode,
  reaction_type: reaction.reactionType,
  // Deprecated form of `user_id`; in messages the id is in `id`, in events it was in `user_id`.
  user: {
    id: reaction.userId,
    user_id: reaction.userId,
    email: user.email,
    full_name: user.fullName,
    is_mirror_dummy: false,
  },
});
