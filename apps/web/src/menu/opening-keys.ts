/**
 * Keys that open a menu on its button. Enter and Space, too: React Aria takes the click that they cause for one of a screen
 * reader, and then gives no entry the focus.
 */
export const OPENING_KEYS: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp']);
