import { useField } from '../client/index.js';
import { EXTRA_EMOJI, emojiCharacters } from './content/emoji.js';
import styles from './emoji.module.css';

/** An emoji as reactions and statuses store it. */
export interface StoredEmoji {
  readonly name: string;
  readonly code: string;
  readonly type: string | undefined;
}

/** Draws an emoji: the picture of a custom or extra one, else characters, else its name. */
export function Emoji({ emoji: { name, code, type } }: { readonly emoji: StoredEmoji }) {
  const custom = useField('realm_emoji');
  const isPlainText = useField('user_settings')?.emojiset === PLAIN_TEXT;
  const picture =
    type === 'service_extra_emoji'
      ? EXTRA_EMOJI.picture
      : type === 'realm_emoji'
        ? custom?.[code]?.source_url
        : undefined;
  if (picture !== undefined) return <img className={styles.picture} src={picture} alt="" />;
  const characters = type === 'unicode_emoji' && !isPlainText ? emojiCharacters(code) : null;
  return <span className={styles.characters}>{characters ?? `:${name}:`}</span>;
}

/** The value of `emojiset` that shows names. */
export const PLAIN_TEXT = 'text';
