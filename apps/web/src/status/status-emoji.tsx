import { Emoji } from '../message/emoji.js';
import styles from './status-emoji.module.css';

export interface StatusEmojiFields {
  readonly emoji_name?: string | undefined;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/** Draws the emoji of a status; nothing without one. */
export function StatusEmoji({ status }: { readonly status: StatusEmojiFields | undefined }) {
  const { emoji_name: name = '', emoji_code: code = '', reaction_type: type } = status ?? {};
  if (name === '') return null;
  return (
    <span className={styles.emoji} role="img" aria-label={name.replaceAll('_', ' ')}>
      <Emoji emoji={{ name, code, type }} />
    </span>
  );
}
