import { Bool, OneOf, Text, Timestamp } from '../kit/fields.js';
import { PartialType } from '../kit/mapped-classes.js';
import {
  Emoji,
  invalidEmojiType,
  MAX_EMOJI_CODE_LENGTH,
  MAX_EMOJI_NAME_LENGTH,
  REACTION_KINDS,
  type ReactionKind,
} from '../reactions/reactions.schema.js';

export const MAX_STATUS_TEXT_LENGTH = 60;

/** A user's status in services and domain events; absent parts are empty. */
export interface StatusRecord {
  readonly text: string;
  /** Older name of the negated setting `presenceEnabled`. */
  readonly isAway: boolean;
  readonly emoji: { readonly name: string; readonly code: string; readonly kind: ReactionKind } | null;
  /** Null or absent: text and emoji stay until the user changes them. */
  readonly endsAtSeconds?: number | null | undefined;
}

/** A user's status as clients read it: only parts that are set or changed. */
export class UserStatus extends PartialType(Emoji) {
  @Bool({ optional: true, deprecated: true }) away?: boolean;
  @Text({ optional: true }) statusText?: string;
  @Timestamp({
    optional: true,
    nullable: true,
    description: 'For the user alone: when the server takes text and emoji away.',
  })
  scheduledEndTime?: number | null;
}

/** An absent part does not change; empty text and an empty name clear. */
export class StatusChange {
  @Text({ optional: true }) statusText?: string;
  @Bool({ optional: true, deprecated: true }) away?: boolean;
  @Text({ max: MAX_EMOJI_NAME_LENGTH, optional: true }) emojiName?: string;
  @Text({ max: MAX_EMOJI_CODE_LENGTH, optional: true }) emojiCode?: string;
  /** Empty with an empty `emojiName`: clients clear the emoji so. */
  @OneOf([...REACTION_KINDS, ''], { optional: true, error: invalidEmojiType }) reactionType?: ReactionKind | '';
  @Timestamp({
    optional: true,
    nullable: true,
    description: 'When the server takes text and emoji away; null: never. Another text or emoji without it has no end.',
  })
  scheduledEndTime?: number | null;
}
