import { endpoint } from '../kit/endpoint.js';
import { Id, OneOf, Text } from '../kit/fields.js';
import { OmitType } from '../kit/mapped-classes.js';
import { invalidEmojiType, MAX_EMOJI_CODE_LENGTH, MAX_EMOJI_NAME_LENGTH, REACTION_KINDS } from './reactions.schema.js';

/** Parameters of `POST /messages/{message_id}/reactions`. Without a code, the name selects the emoji. */
export class NewReaction {
  @Id() messageId!: number;
  @Text({ max: MAX_EMOJI_NAME_LENGTH }) emojiName!: string;
  /** A vote for an existing reaction repeats its code and type. */
  @Text({ max: MAX_EMOJI_CODE_LENGTH, optional: true }) emojiCode?: string;
  @OneOf(REACTION_KINDS, { optional: true, error: invalidEmojiType })
  reactionType?: (typeof REACTION_KINDS)[number];
}

/** By name or by code. */
export class ReactionSelection extends OmitType(NewReaction, ['emojiName']) {
  @Text({ max: MAX_EMOJI_NAME_LENGTH, optional: true }) emojiName?: string;
}

/**
 * Errors (BAD_REQUEST): `Invalid message(s)` if the message is missing or invisible; `Emoji '…' does not exist`; `Invalid emoji
 * code.` if it does not belong to the name; `Invalid custom emoji.` and the like; `Reaction already exists.`
 */
export const addReaction = endpoint('POST /messages/{message_id}/reactions', {
  pattern: 'messaging.reactions.add',
  summary: 'React to a message with an emoji',
  parameters: NewReaction,
});

/** Errors (BAD_REQUEST): "Invalid message(s)", "Reaction doesn't exist."; neither name nor code. */
export const removeReaction = endpoint('DELETE /messages/{message_id}/reactions', {
  pattern: 'messaging.reactions.remove',
  summary: 'Remove a reaction',
  parameters: ReactionSelection,
  example: { emojiName: 'tada' },
});
