import type { Message } from '@chat/chat-client';
import { useClient, useField } from '../client/index.js';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import { emojiCharacters } from '../message/content/emoji.js';
import { Emoji } from '../message/emoji.js';
import { react } from './commands.js';
import { frequentReaction } from './frequent-reaction.js';
import styles from './message-actions.module.css';

/** Reacts with the emoji that the reader uses most, without the list of emoji. */
export function FrequentReaction({ message }: { readonly message: Message }) {
  const client = useClient();
  const text = useText();
  const custom = useField('realm_emoji') ?? {};
  const emoji = frequentReaction(({ type, code }) => type !== 'realm_emoji' || custom[code]?.deactivated === false);
  const characters = emoji.type === 'unicode_emoji' ? emojiCharacters(emoji.code) : null;
  return (
    <IconButton
      icon={
        <span className={styles.emoji}>
          <Emoji emoji={emoji} />
        </span>
      }
      label={text('actions.react', { emoji: characters ?? `:${emoji.name}:` })}
      tip="above"
      onClick={() => void react(client, message, emoji)}
    />
  );
}
