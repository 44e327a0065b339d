import { useField } from '../client/index.js';
import { emojiCharacters } from '../message/content/emoji.js';
import styles from './status-emoji.module.css';

/** The emoji of a status. */
export interface StatusEmojiFields {
  readonly emoji_name?: string | undefined;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/** Draws the emoji of a status; nothing without one. */
export function StatusEmoji({ status }: { readonly status: StatusEmojiFields | undefined }) {
  const ownEmoji = useField('realm_emoji');
  const { emoji_name: name = '', emoji_code: code = '', reaction_type: type } = status ?? {};
  if (name === '') return null;
  const picture = type === 'unicode_emoji' ? undefined : ownEmoji?.[code]?.source_url;
  return (
    <span className={styles.emoji} role="img" aria-label={name.replaceAll('_', ' ')}>
      {picture !== undefined ? <img src={picture} alt="" /> : (emojiCharacters(code) ?? `:${name}:`)}
    </span>
  );
}
