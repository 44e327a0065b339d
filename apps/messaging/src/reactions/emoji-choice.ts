import { badRequest, type Emoji, type NewReaction, type RealmEmoji } from '@chat/contracts';
import { bareEmojiCode, emojiFault, findEmoji } from '@chat/markdown';

/** Throws BAD_REQUEST "Emoji '…' does not exist". */
export function emojiNamed(name: string, realmEmoji: readonly RealmEmoji[]): Emoji {
  const found = findEmoji(name, realmEmoji);
  if (!found) throw badRequest(`Emoji '${name}' does not exist`);
  return found;
}

/** The emoji of a request. Code and type are optional and need not match the name. */
export function requestedEmoji(requested: Omit<NewReaction, 'messageId'>, realmEmoji: readonly RealmEmoji[]): Emoji {
  const { emojiName, reactionType } = requested;
  const emojiCode = requested.emojiCode === undefined ? undefined : bareEmojiCode(requested.emojiCode);
  if (emojiCode !== undefined && reactionType !== undefined) return { emojiName, emojiCode, reactionType };
  const named = emojiNamed(emojiName, realmEmoji);
  return { emojiName, emojiCode: emojiCode ?? named.emojiCode, reactionType: reactionType ?? named.reactionType };
}

/** Throws BAD_REQUEST unless name, code and type belong together. The first reaction with an emoji must meet this. */
export function checkEmoji(emoji: Emoji, realmEmoji: readonly RealmEmoji[]): void {
  const fault = emojiFault(emoji, realmEmoji);
  if (fault !== undefined) throw badRequest(fault);
}
