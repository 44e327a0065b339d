import { badRequest } from '../errors/api-errors.js';
import { Id, OneOf, Text } from '../kit/fields.js';

export const MAX_EMOJI_NAME_LENGTH = 200;
export const MAX_EMOJI_CODE_LENGTH = 200;

/** The origin of an emoji. */
export const REACTION_KINDS = ['unicode_emoji', 'realm_emoji', 'service_extra_emoji'] as const;
export type ReactionKind = (typeof REACTION_KINDS)[number];
/** For a reaction type that does not fit the emoji. */
export const invalidEmojiType = () => badRequest('Invalid emoji type.');

/** An emoji as reactions and statuses name it. */
export class Emoji {
  @Text() emojiName!: string;
  /** Dash-separated hex code points, custom emoji id, or extra-emoji name, according to `reactionType`. */
  @Text() emojiCode!: string;
  @OneOf(REACTION_KINDS) reactionType!: ReactionKind;
}

/** One reaction of a user to a message. */
export class Reaction extends Emoji {
  @Id({ description: 'The author of the reaction.' }) userId!: number;
}
