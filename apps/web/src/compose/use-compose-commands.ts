import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type Addition, provideReplyBox } from '../replies/index.js';
import { type Destination, destinationKey } from '../sending/index.js';
import { useCommand } from '../shortcuts/index.js';
import { type EditedText, inserted } from './format-text.js';

interface Options {
  readonly destination: Destination;
  /** The box of a new conversation: replies have one of their own. */
  readonly isNew: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly edit: (change: (edited: EditedText) => EditedText) => void;
  /** Shows the conversation to which a new one would be added. Returns false if it is not chosen. */
  readonly showConversation: () => boolean;
}

/** Keys and replies that lead into the box, and the key that leads from it to its conversation. */
export function useComposeCommands({ destination, isNew, field, edit, showConversation }: Options): void {
  useCommand('compose.reply', () => !isNew && field.current?.focus());
  useCommand('view.composing', () => isNew && showConversation());
  const take = useEffectEvent(({ text, isBlock }: Addition) => {
    field.current?.focus();
    if (text !== '') edit((edited) => inserted(edited, text, isBlock));
  });
  const key = destinationKey(destination);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the destination.
  useEffect(() => {
    if (!isNew) return provideReplyBox(destination, (addition) => take(addition));
  }, [key, isNew]);
}
