import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { editedOf, typeInto } from './edit-textarea.js';
import type { EditedText } from './format-text.js';

/** The field of a text: its caret, and edits by program that keep the browser's undo. */
export function useMessageField(text: string, setText: (text: string) => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const wanted = useRef<EditedText>(undefined);
  useLayoutEffect(() => {
    if (field.current === null) return;
    // The caret of a text that comes back is at its end. `setSelectionRange` would give the field the focus in Safari.
    const { value } = field.current;
    field.current.value = '';
    field.current.value = value;
    setCaret(value.length);
  }, []);
  useLayoutEffect(() => {
    const selection = wanted.current;
    if (selection === undefined || selection.text !== text) return;
    wanted.current = undefined;
    field.current?.setSelectionRange(selection.start, selection.end);
    setCaret(selection.end);
  }, [text]);

  const followCaret = () => setCaret(field.current?.selectionStart ?? 0);
  const edit = (change: (edited: EditedText) => EditedText) => {
    if (field.current === null) return;
    const changed = change(editedOf(field.current));
    if (!typeInto(field.current, changed)) {
      wanted.current = changed;
      setText(changed.text);
    }
    setCaret(changed.end);
  };
  return { field: field as RefObject<HTMLTextAreaElement | null>, caret, followCaret, edit };
}
