import { EXTRA_EMOJI_NAME, emojiByName, namesByCode } from './emoji.js';

/** An emoji as clients name it in a reaction or a status. The code of an emoji of the realm is its id. */
export interface NamedEmoji {
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly reactionType: 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji';
}

/** Also the deactivated ones; several of these may share a name. */
type OwnEmoji = readonly { readonly id: number; readonly name: string; readonly isDeactivated: boolean }[];

/** The emoji that a name stands for: the realm's own first. */
export function findEmoji(emojiName: string, realmEmoji: OwnEmoji): NamedEmoji | undefined {
  const own = realmEmoji.find(({ name, isDeactivated }) => name === emojiName && !isDeactivated);
  if (own) return { emojiName, emojiCode: String(own.id), reactionType: 'realm_emoji' };
  if (emojiName === EXTRA_EMOJI_NAME) return { emojiName, emojiCode: emojiName, reactionType: 'service_extra_emoji' };
  const emojiCode = emojiByName(emojiName);
  return emojiCode === undefined ? undefined : { emojiName, emojiCode, reactionType: 'unicode_emoji' };
}

/** Error text for clients if name, code and type do not belong together, or the emoji is deactivated. */
export function emojiFault(emoji: NamedEmoji, realmEmoji: OwnEmoji): string | undefined {
  const { emojiName, emojiCode, reactionType } = emoji;
  if (reactionType === 'realm_emoji') {
    const found = realmEmoji.find(({ id }) => String(id) === emojiCode);
    if (!found) return 'Invalid custom emoji.';
    if (found.name !== emojiName) return 'Invalid custom emoji name.';
    return found.isDeactivated ? 'This custom emoji has been deactivated.' : undefined;
  }
  const isExtra = reactionType === 'service_extra_emoji';
  if (isExtra ? emojiCode !== EXTRA_EMOJI_NAME : namesByCode(emojiCode).length === 0) return 'Invalid emoji code.';
  const codeOfName = isExtra ? emojiName : emojiByName(emojiName);
  return codeOfName === emojiCode ? undefined : 'Invalid emoji name.';
}
