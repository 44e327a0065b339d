import type { ChatClient, Message } from '@chat/chat-client';
import { type ReactionEmoji, toggleReaction } from './commands.js';

/** Shows emoji next to a button, and calls back with the one that is chosen. */
export type EmojiPicker = (button: HTMLElement, onPick: (emoji: ReactionEmoji) => void) => void;

let openPicker: EmojiPicker | null = null;

/** The part of the page that shows emoji. Returns the end of it. */
export function provideEmojiPicker(picker: EmojiPicker): () => void {
  openPicker = picker;
  return () => {
    if (openPicker === picker) openPicker = null;
  };
}

/** Lets the reader choose an emoji. The same one again takes the reaction back. */
export function pickReaction(client: ChatClient, message: Message, button: HTMLElement): void {
  const ownUserId = client.state.field('user_id');
  openPicker?.(button, (emoji) => {
    const isOwn = message.reactions.some(
      (reaction) =>
        reaction.user_id === ownUserId && reaction.emoji_code === emoji.code && reaction.reaction_type === emoji.type,
    );
    void toggleReaction(client, message.id, { ...emoji, isOwn });
  });
}
