/** Whether the keys of the reader go to another field or a dialog, from which a text that arrives must not take them. */
export function isTypingElsewhere(field: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement !== field && activeElement?.matches('input, textarea, dialog *, [role="dialog"] *') === true;
}
