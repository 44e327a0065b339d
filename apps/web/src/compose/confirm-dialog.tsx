import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../design/button.js';
import { useText } from '../languages/index.js';
import styles from './dialog.module.css';

interface Props {
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that many people notice. Its end gives the focus back to the text. */
export function ConfirmDialog({ title, hint, action, onConfirm, onClose }: Props) {
  const text = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [before] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => {
    dialog.current?.showModal();
    return () => before?.focus();
  }, [before]);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      onClose={onClose}
    >
      <h2 id={id}>{title}</h2>
      <p id={`${id}-hint`}>{hint}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{text('dialog.cancel')}</Button>
        <Button kind="main" onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </dialog>
  );
}
