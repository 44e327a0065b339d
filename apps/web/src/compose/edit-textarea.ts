import type { EditedText } from './format-text.js';

/**
 * Writes the text into the field so that the browser's undo knows it: as typed text, where the browser can do that. Returns false if
 * it cannot; then the caller sets the value.
 */
export function typeInto(field: HTMLTextAreaElement, { text, start, end }: EditedText): boolean {
  const before = field.value;
  let from = 0;
  while (from < before.length && before[from] === text[from]) from++;
  let rest = 0;
  while (rest < before.length - from && rest < text.length - from && before.at(-1 - rest) === text.at(-1 - rest))
    rest++;
  field.focus();
  field.setSelectionRange(from, before.length - rest);
  const added = text.slice(from, text.length - rest);
  const isTyped = added === '' ? document.execCommand('delete') : document.execCommand('insertText', false, added);
  if (isTyped && field.value === text) field.setSelectionRange(start, end);
  return isTyped && field.value === text;
}

export const editedOf = (field: HTMLTextAreaElement): EditedText => ({
  text: field.value,
  start: field.selectionStart,
  end: field.selectionEnd,
});
