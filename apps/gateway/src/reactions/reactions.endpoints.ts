import { badRequest, MAX_EMOJI_CODE_LENGTH, MAX_EMOJI_NAME_LENGTH, REACTION_KINDS } from '@chat/contracts';
import { endpoint, oneOf, text } from '../http/index.js';

const emojiName = text({ maxLength: MAX_EMOJI_NAME_LENGTH });
const emojiCode = text({ maxLength: MAX_EMOJI_CODE_LENGTH });
const reactionType = oneOf(REACTION_KINDS, () => badRequest('Invalid emoji type.'));

export const addReactionEndpoint = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  access: 'user',
  summary: 'React to a message with an emoji',
  parameters: {
    emoji_name: emojiName,
    emoji_code: emojiCode.optional(),
    reaction_type: reactionType.optional(),
  },
});

export const removeReactionEndpoint = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  access: 'user',
  summary: 'Take a reaction back',
  parameters: {
    emoji_name: emojiName.optional(),
    emoji_code: emojiCode.optional(),
    reaction_type: reactionType.optional(),
  },
});
