import type { ChatClient, Message } from '@chat/chat-client';
import { react } from './commands.js';
import type { ReactionEmoji } from './frequent-reaction.js';

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
  openPicker?.(button, (emoji) => void react(client, message, emoji));
}
