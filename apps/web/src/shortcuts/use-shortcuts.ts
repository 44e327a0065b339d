import { useEffect } from 'react';
import { runCommand } from './commands.js';
import { keyName } from './key-name.js';
import { SHORTCUTS } from './shortcuts.js';
import { areSingleKeysOn } from './single-keys.js';

const COMMANDS = new Map(
  SHORTCUTS.flatMap(({ keys, command }) => (command === undefined ? [] : keys.map((key) => [key, command] as const))),
);
/** Roles in which letters choose an entry and arrows move. */
const OWN_KEYS = '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"], [role="grid"]';
const FIELDS =
  'input:not([type="checkbox"]):not([type="radio"]):not([type="button"]), textarea, select, [contenteditable="true"]';

/** Listens to the keys of the whole page. */
export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', escapeWithControl, true);
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', escapeWithControl, true);
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

/** Ctrl+[ is Escape, as in terminals: every part of the page that listens to Escape gets that key instead. */
function escapeWithControl(event: KeyboardEvent): void {
  if (keyName(event) !== 'Ctrl+[' || event.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  event.target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = keyName(event);
  const command = COMMANDS.get(name);
  if (command === undefined || !isFree(event.target, name)) return;
  if (runCommand(command)) event.preventDefault();
}

/** Whether the focused element leaves the key to the page. */
function isFree(target: EventTarget | null, name: string): boolean {
  const withControl = name.startsWith('Ctrl+');
  if (!withControl && !areSingleKeysOn() && name.length === 1) return false;
  const element = target instanceof Element ? target : null;
  if (element === null) return true;
  if (element.closest(FIELDS)) return withControl;
  if (element.closest(OWN_KEYS)) return withControl || name === '?';
  // These press the focused control.
  return !((name === 'Enter' || name === ' ') && element.closest('a[href], button, summary, [role="button"]'));
}
