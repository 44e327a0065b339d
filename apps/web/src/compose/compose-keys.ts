import type { KeyboardEvent } from 'react';
import { runCommand } from '../shortcuts/index.js';
import type { Suggestion } from '../typeahead/index.js';
import { type EditedText, type Format, formatted } from './format-text.js';

interface Keys {
  readonly entersSend: boolean;
  readonly suggestions: readonly Suggestion[];
  readonly chosen: number;
  readonly move: (step: number) => void;
  readonly dismiss: () => void;
  readonly choose: (suggestion: Suggestion) => void;
  readonly edit: (change: (edited: EditedText) => EditedText) => void;
  readonly submit: () => void;
  readonly togglePreview: () => void;
}

const FORMATS: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic', L: 'link', C: 'code' };

/** The keys of the text: those of the suggestions, of formats, and the one that sends. Escape leads to the messages and discards nothing. */
export function composeKeys(keys: Keys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.nativeEvent.isComposing) return;
    const isDone = suggestionKey(keys, event) || sendKey(keys, event) || formatKey(keys, event);
    if (isDone) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Escape') runCommand('view.focus');
  };
}

function suggestionKey({ suggestions, chosen, move, dismiss, choose }: Keys, event: KeyboardEvent): boolean {
  const suggestion = suggestions[chosen];
  if (suggestion === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  switch (event.key) {
    case 'ArrowDown':
      move(1);
      return true;
    case 'ArrowUp':
      move(-1);
      return true;
    case 'Enter':
    case 'Tab':
      choose(suggestion);
      return true;
    case 'Escape':
      dismiss();
      return true;
    default:
      return false;
  }
}

function sendKey({ entersSend, submit }: Keys, { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (key !== 'Enter' || shiftKey || altKey || !(entersSend || ctrlKey || metaKey)) return false;
  submit();
  return true;
}

function formatKey({ edit, togglePreview }: Keys, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const format = (ctrlKey || metaKey) && !altKey ? FORMATS[key] : undefined;
  if (format !== undefined) edit((edited) => formatted(edited, format));
  const isPreview = altKey && key.toLowerCase() === 'p';
  if (isPreview) togglePreview();
  return format !== undefined || isPreview;
}
