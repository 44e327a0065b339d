import { useEffect } from 'react';
import { runCommand } from './commands.js';
import { heldKeys } from './held-keys.js';
import { keyName } from './key-name.js';
import { SHORTCUTS } from './shortcuts.js';
import { areSingleKeysOn } from './single-keys.js';

const COMMANDS = new Map(
  SHORTCUTS.flatMap(({ keys, command }) => (command === undefined ? [] : keys.map((key) => [key, command] as const))),
);
/** Roles in which letters choose an entry and arrows move. */
const OWN_KEYS = '[role="menu"], [role="listbox"], dialog, [role="dialog"], [role="alertdialog"], [role="grid"]';
const FIELDS =
  'input:not([type="checkbox"]):not([type="radio"]):not([type="button"]), textarea, select, [contenteditable="true"]';

/** Listens to the keys of the whole page. */
export function useShortcuts(): void {
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener('keydown', escapeWithControl, { capture: true, signal });
    addEventListener('keydown', holdKey, { capture: true, signal });
    addEventListener('keydown', onKeyDown, { signal });
    addEventListener('focusin', typeHeldKeys, { signal });
    addEventListener('pointerdown', () => heldKeys.drop(), { capture: true, signal });
    return () => ending.abort();
  }, []);
}

/** Ctrl+[ is Escape, as in terminals: every part of the page that listens to Escape gets that key instead. */
function escapeWithControl(event: KeyboardEvent): void {
  if (keyName(event) !== 'Ctrl+[' || event.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  event.target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
}

/** A part that the focus has reached gets its keys itself. */
function holdKey(event: KeyboardEvent): void {
  const isElsewhere = event.target instanceof Element && event.target.closest(`${FIELDS}, ${OWN_KEYS}`) !== null;
  if (isElsewhere || event.isComposing || !heldKeys.press(event)) return;
  event.preventDefault();
  event.stopPropagation();
}

function typeHeldKeys({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return;
  // A dialog may give the focus on to its field.
  if (target.closest(OWN_KEYS) !== null) setTimeout(() => heldKeys.arrive());
  if (!target.matches(FIELDS)) return;
  const text = heldKeys.take();
  if (text === '') return;
  // After the effects of React that gave the focus: the field may get its first value in one of them.
  queueMicrotask(() => {
    if (document.activeElement === target) document.execCommand('insertText', false, text);
  });
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
  // Enter and space press the focused control.
  return !((name === 'Enter' || name === ' ') && element.closest('a[href], button, summary, [role="button"]'));
}
