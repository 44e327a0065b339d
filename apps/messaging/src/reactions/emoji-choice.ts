import { badRequest, type Emoji, type NewReaction, type RealmEmoji } from '@chat/contracts';
import { bareEmojiCode, EXTRA_EMOJI_NAME, emojiByName, namesByCode } from '@chat/markdown';

/** Includes deactivated emoji; several of these may share a name. */
type AllRealmEmoji = readonly RealmEmoji[];

/** The emoji that a name stands for: the realm's own first. Throws BAD_REQUEST "Emoji '…' does not exist". */
export function emojiNamed(name: string, realmEmoji: AllRealmEmoji): Emoji {
  const own = realmEmoji.find((emoji) => emoji.name === name && !emoji.isDeactivated);
  if (own) return { emojiName: name, emojiCode: String(own.id), reactionType: 'realm_emoji' };
  if (name === EXTRA_EMOJI_NAME) return { emojiName: name, emojiCode: name, reactionType: 'service_extra_emoji' };
  const code = emojiByName(name);
  if (code === undefined) throw badRequest(`Emoji '${name}' does not exist`);
  return { emojiName: name, emojiCode: code, reactionType: 'unicode_emoji' };
}

/** The emoji of a request. Code and type are optional and need not match the name. */
export function requestedEmoji(requested: Omit<NewReaction, 'messageId'>, realmEmoji: AllRealmEmoji): Emoji {
  const { emojiName, reactionType } = requested;
  const emojiCode = requested.emojiCode === undefined ? undefined : bareEmojiCode(requested.emojiCode);
  if (emojiCode !== undefined && reactionType !== undefined) return { emojiName, emojiCode, reactionType };
  const named = emojiNamed(emojiName, realmEmoji);
  return { emojiName, emojiCode: emojiCode ?? named.emojiCode, reactionType: reactionType ?? named.reactionType };
}

/** Throws BAD_REQUEST unless name, code and type belong together. The first reaction with an emoji must meet this. */
export function checkEmoji({ emojiName, emojiCode, reactionType }: Emoji, realmEmoji: AllRealmEmoji): void {
  switch (reactionType) {
    case 'realm_emoji': {
      const found = realmEmoji.find((emoji) => String(emoji.id) === emojiCode);
      if (!found) throw badRequest('Invalid custom emoji.');
      if (found.name !== emojiName) throw badRequest('Invalid custom emoji name.');
      if (found.isDeactivated) throw badRequest('This custom emoji has been deactivated.');
      return;
    }
    case 'service_extra_emoji':
      if (emojiCode !== EXTRA_EMOJI_NAME) throw badRequest('Invalid emoji code.');
      if (emojiName !== emojiCode) throw badRequest('Invalid emoji name.');
      return;
    case 'unicode_emoji':
      if (namesByCode(emojiCode).length === 0) throw badRequest('Invalid emoji code.');
      if (emojiByName(emojiName) !== emojiCode) throw badRequest('Invalid emoji name.');
      return;
  }
}
