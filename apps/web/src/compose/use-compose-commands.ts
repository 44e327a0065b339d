import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type Destination, destinationKey } from '../sending/index.js';
import { useCommand } from '../shortcuts/index.js';
import { type EditedText, inserted } from './format-text.js';

/** Brings a quotation to the box of the conversation on the screen: `dispatchEvent(new CustomEvent(QUOTE, { detail }))`. */
const QUOTE = 'quote';

/** Keys and events that lead into the box. */
export function useComposeCommands(
  destination: Destination,
  field: RefObject<HTMLTextAreaElement | null>,
  edit: (change: (edited: EditedText) => EditedText) => void,
): void {
  useCommand('compose.reply', () => field.current?.focus());
  const take = useEffectEvent((event: Event) => {
    const { markdown } = (event as CustomEvent<{ readonly markdown: string }>).detail;
    edit((edited) => inserted(edited, markdown, true));
  });
  const key = destinationKey(destination);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a box of another conversation listens anew.
  useEffect(() => {
    const listener = (event: Event) => take(event);
    addEventListener(QUOTE, listener);
    return () => removeEventListener(QUOTE, listener);
  }, [key]);
}
